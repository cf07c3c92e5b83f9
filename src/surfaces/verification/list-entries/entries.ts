/** Add, read, change and remove entries. Functions that write must run in a transaction. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import type { AddressHash } from '../cache/index.ts'
import { type AddListEntry, type ListEntriesAdded, type ListEntry, UpdateListEntry } from './contract.ts'
import { type ReadValue, readValue } from './read-value.ts'
import * as rows from './store.ts'

export function presentEntry(row: rows.EntryRow): ListEntry {
  const { createdAt, domain, expiresAt, id, kind, list, note, revision, updatedAt } = row
  return {
    id,
    list,
    kind,
    domain,
    note,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    revision,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}

/** LIST_ENTRY_NOT_FOUND also for entries of other projects, and for those that have ended. */
export async function loadEntry(db: Db, caller: Caller, id: string): Promise<rows.EntryRow> {
  const row = isId('listEntry', id) ? await rows.selectEntry(db, caller.projectId, id) : undefined
  return row ?? fail('LIST_ENTRY_NOT_FOUND')
}

/** A value with its keys: of a mailbox a hash under each secret of the instance, the current one first. */
type Keyed = { readonly keys: readonly string[]; readonly kind: rows.EntryRow['kind']; readonly domain: string }

export function keysOf(hashOf: AddressHash, projectId: string, value: Exclude<ReadValue, { kind: 'refused' }>): Keyed {
  return value.kind === 'domain'
    ? { kind: 'domain', domain: value.domain, keys: [value.domain] }
    : { kind: 'address', domain: value.address.domain, keys: hashOf.all(projectId, value.address) }
}

/** VALIDATION_FAILED at the path for a text that is neither an email address nor a domain. */
export function requireValue(text: string, path: string) {
  const value = readValue(text)
  return value.kind === 'refused' ? fail('VALIDATION_FAILED', { issues: [{ path, message: value.message }] }) : value
}

/** LIST_ENTRY_EXISTS if the project has the value in either list, LIMIT_REACHED if it has too many entries. */
export async function addEntry(
  db: Db,
  caller: Caller,
  input: AddListEntry,
  hashOf: AddressHash,
): Promise<rows.EntryRow> {
  const { projectId } = caller
  const value = keysOf(hashOf, projectId, requireValue(input.value, '/value'))
  const expiresAt = readExpiry(input.expires_at, db.nowMs())
  const existing = await rows.countEntries(db, projectId)
  const [present] = await rows.selectByKeys(db, projectId, value.keys, db.nowMs())
  if (present !== undefined)
    fail('LIST_ENTRY_EXISTS', {
      detail: `${present.id} is in the ${present.list} list.`,
      extra: { entry_id: present.id },
    })
  requireCapacity(existing + 1)
  const row = rowOf(db, caller, value, { ...input, expiresAt })
  await rows.upsertEntries(db, [row])
  await recordAct(db, caller, ['verification.list_entry_added', row.id], { list: row.list, kind: row.kind })
  return row
}

/** Adds entries, and replaces list, note and expiry of existing ones. LIMIT_REACHED if there would be too many. */
export async function addEntries(
  db: Db,
  caller: Caller,
  entries: readonly AddListEntry[],
  hashOf: AddressHash,
): Promise<ListEntriesAdded> {
  const { projectId } = caller
  const nowMs = db.nowMs()
  const wanted = new Map<string, { value: Keyed; input: AddListEntry; expiresAt: number | null }>()
  const refused: ListEntriesAdded['refused'] = []
  for (const [index, input] of entries.entries()) {
    if (index % yieldEvery === yieldEvery - 1) await new Promise((resolve) => setImmediate(resolve))
    const read = readValue(input.value)
    if (read.kind === 'refused') {
      refused.push({ index, message: read.message })
      continue
    }
    const value = keysOf(hashOf, projectId, read)
    wanted.set(value.keys[0] ?? '', {
      value,
      input,
      expiresAt: readExpiry(input.expires_at, nowMs, `/entries/${index}/expires_at`),
    })
  }
  const count = await rows.countEntries(db, projectId)
  const keys = [...wanted.values()].flatMap(({ value }) => value.keys)
  const present = new Map((await rows.selectByKeys(db, projectId, keys, nowMs)).map((row) => [row.valueKey, row]))
  const inserted: rows.EntryRow[] = []
  const changed: rows.EntryRow[] = []
  for (const { expiresAt, input, value } of wanted.values()) {
    const before = value.keys.map((key) => present.get(key)).find((row) => row !== undefined)
    if (before === undefined) inserted.push(rowOf(db, caller, value, { ...input, expiresAt }))
    else if (before.list !== input.list || before.note !== noteOf(input) || before.expiresAt !== expiresAt)
      changed.push({
        ...before,
        list: input.list,
        note: noteOf(input),
        expiresAt,
        revision: before.revision + 1,
        updatedAt: nowMs,
      })
  }
  requireCapacity(count + inserted.length)
  await rows.upsertEntries(db, [...inserted, ...changed])
  const [added, updated] = [inserted.length, changed.length]
  const unchanged = entries.length - refused.length - added - updated
  if (added + updated > 0)
    await recordAct(db, caller, ['verification.list_entries_added', projectId], { added, updated })
  return { added, updated, unchanged, refused }
}

const yieldEvery = 500

/** Changes the given members in one new revision. */
export async function changeEntry(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: { id: string; body: UpdateListEntry; ifMatch: string | undefined },
): Promise<rows.EntryRow> {
  const row = await takeEntry(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateListEntry, given, () => presentEntry(row))
  const next = {
    list: body.list ?? row.list,
    note: body.note === undefined ? row.note : noteOf(body),
    expiresAt: body.expires_at === undefined ? row.expiresAt : readExpiry(body.expires_at, db.nowMs()),
  }
  if (next.list === row.list && next.note === row.note && next.expiresAt === row.expiresAt) return row
  const changed = { ...row, ...next, revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateEntry(db, changed)
  await recordAct(db, caller, ['verification.list_entry_updated', id], { changed: Object.keys(body) })
  return changed
}

export async function removeEntry(db: Db, caller: Caller, id: string, ifMatch: string | undefined): Promise<void> {
  const row = await takeEntry(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  await rows.deleteEntry(db, caller.projectId, id)
  await recordAct(db, caller, ['verification.list_entry_removed', id], { list: row.list, kind: row.kind })
}

async function takeEntry(db: Db, caller: Caller, id: string): Promise<rows.EntryRow> {
  const row = isId('listEntry', id) ? await rows.lockEntry(db, caller.projectId, id) : undefined
  return row ?? fail('LIST_ENTRY_NOT_FOUND')
}

function rowOf(
  db: Db,
  { projectId }: Caller,
  { domain, keys: [valueKey = ''], kind }: Keyed,
  { expiresAt, list, note }: Pick<AddListEntry, 'list' | 'note'> & { expiresAt: number | null },
): rows.EntryRow {
  const now = db.nowMs()
  return {
    id: createId('listEntry', now),
    projectId,
    kind,
    valueKey,
    domain,
    list,
    note: noteOf({ note }),
    expiresAt,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
}

function noteOf({ note = null }: { note?: string | null | undefined }): string | null {
  return note === '' ? null : note
}

function readExpiry(given: string | null | undefined, nowMs: number, path = '/expires_at'): number | null {
  if (given == null) return null
  const at = Date.parse(given)
  return at > nowMs
    ? at
    : fail('VALIDATION_FAILED', { issues: [{ path, message: 'has passed: send a time in the future, or null' }] })
}

function requireCapacity(entries: number): void {
  if (entries > limits.listEntries)
    fail('LIMIT_REACHED', `A project is limited to ${limits.listEntries} entries in its allow and block lists.`)
}

const purgedAtOnce = 500

/** Deletes entries that have ended; returns their number. */
export async function purgeListEntries(store: Store, nowMs: number, signal: AbortSignal): Promise<number> {
  let purged = 0
  for (let some = purgedAtOnce; some === purgedAtOnce && !signal.aborted; purged += some)
    some = await store.tx((db) => rows.deleteExpired(db, nowMs, purgedAtOnce), statementwise)
  return purged
}
