/** Create, read, change and delete sample recipients. Functions that write must run in a transaction under locks. */
import { isEqual } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, advisoryLock } from '../../../platform/storage/index.ts'
import {
  type RecipientRow,
  countRecipients,
  deleteRecipientRow,
  findRecipientNamed,
  insertRecipient,
  loadRecipient,
  updateRecipientRow,
} from '../template/index.ts'
import { type CreateRecipient, type SampleRecipient, UpdateRecipient } from './contract.ts'

/** NAME_TAKEN, LIMIT_REACHED, VALIDATION_FAILED for too much data. */
export async function createRecipient(db: Db, caller: Caller, { data, name }: CreateRecipient) {
  const { projectId } = caller
  requireSmall(data)
  await lockRecipients(db, projectId)
  if ((await countRecipients(db, projectId)) >= limits.sampleRecipients)
    fail('LIMIT_REACHED', `A project is limited to ${limits.sampleRecipients} sample recipients.`)
  await refuseTaken(db, projectId, name)
  const now = db.nowMs()
  const id = createId('sampleRecipient', now)
  const row = { id, projectId, name, data, revision: 1, createdAt: now, updatedAt: now }
  await insertRecipient(db, row)
  await recordAct(db, caller, ['recipient.created', id], { name })
  return presentRecipient(row)
}

/** Changes the given members in one new revision. Fails like `createRecipient`. */
export async function changeRecipient(
  db: Db,
  caller: Caller,
  { body: given, id, ifMatch }: { id: string; body: UpdateRecipient; ifMatch: string | undefined },
): Promise<SampleRecipient> {
  await lockRecipients(db, caller.projectId)
  const row = await loadRecipient(db, caller.projectId, id)
  checkIfMatch(ifMatch, row.revision)
  const before = presentRecipient(row)
  const body = await takeWritable(UpdateRecipient, given, () => before)
  const { data = row.data, name = row.name } = body
  if (name === row.name && isEqual(data, row.data)) return before
  requireSmall(data)
  if (name !== row.name) await refuseTaken(db, caller.projectId, name)
  const changed = { ...row, name, data, revision: row.revision + 1, updatedAt: db.nowMs() }
  await updateRecipientRow(db, changed)
  await recordAct(db, caller, ['recipient.updated', id], { changed: Object.keys(body) })
  return presentRecipient(changed)
}

export async function deleteRecipient(db: Db, caller: Caller, id: string, ifMatch?: string): Promise<void> {
  await lockRecipients(db, caller.projectId)
  const row = await loadRecipient(db, caller.projectId, id)
  checkIfMatch(ifMatch, row.revision)
  await deleteRecipientRow(db, row)
  await recordAct(db, caller, ['recipient.deleted', id], { name: row.name })
}

export function presentRecipient({ createdAt, data, id, name, revision, updatedAt }: RecipientRow) {
  const instant = (ms: number) => new Date(ms).toISOString()
  return { id, name, data, revision, created_at: instant(createdAt), updated_at: instant(updatedAt) }
}

async function lockRecipients(db: Db, projectId: string): Promise<void> {
  await advisoryLock(db, `sample recipients ${projectId}`)
}

async function refuseTaken(db: Db, projectId: string, name: string): Promise<void> {
  if ((await findRecipientNamed(db, projectId, name)) !== undefined)
    fail('NAME_TAKEN', `There is already a sample recipient ${name}.`)
}

function requireSmall(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) <= limits.sampleRecipientBytes) return
  const message = `is larger than ${limits.sampleRecipientBytes} bytes`
  fail('VALIDATION_FAILED', { issues: [{ path: '/data', message }] })
}
