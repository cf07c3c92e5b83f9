/** The history of one template: list, read, name, pin and delete versions. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, readPage, takeWritable } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type Changes,
  type VersionRow,
  authorize,
  deleteVersions,
  findDocument,
  loadTemplate,
  readVersion,
  recordVersion,
  selectNewest,
  selectVersion,
  selectVersions,
  updateVersion as changeVersion,
} from '../template/index.ts'
import {
  type CreateVersion,
  type ListVersions,
  UpdateVersion,
  type Version,
  type VersionPage,
  type VersionWithDocument,
} from './contract.ts'

/** Latest first by default. */
export async function listVersions(db: Db, caller: Caller, id: string, query: ListVersions): Promise<VersionPage> {
  await loadTemplate(db, caller, id)
  const { pinned, sort = '-number' } = query
  const newest = await selectNewest(db, id)
  const { items, page } = await readPage(query, {
    key: `versions ${id} ${pinned ?? ''} ${sort}`,
    read: ({ after, limit }) =>
      selectVersions(db, id, { limit, pinned, after: after && Number(after[0]), descending: sort === '-number' }),
    positionOf: ({ number }) => [number],
  })
  return { data: items.map((row) => present(row, newest)), page }
}

/** VERSION_NOT_FOUND if the template has no version with this id. */
export async function getVersion(db: Db, caller: Caller, id: string, versionId: string): Promise<VersionWithDocument> {
  const { row, document } = await loadVersion(db, caller, id, versionId)
  return { ...present(row, await selectNewest(db, id)), document }
}

/** A version that the caller may read, with its document. */
export async function loadVersion(
  db: Db,
  caller: Caller,
  id: string,
  versionId: string,
): Promise<{ row: VersionRow; document: EmailDocument }> {
  await loadTemplate(db, caller, id)
  const row = await requireVersion(db, id, versionId)
  return { row, document: await readVersion(db, row) }
}

/** Saves the current content as a named version, which is kept until it is deleted. */
export async function createVersion(db: Db, caller: Caller, id: string, input: CreateVersion): Promise<Version> {
  const template = await authorize(db, caller, id)
  const document = (await findDocument(db, caller.projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const row = await recordVersion(db, caller, {
    row: { ...template, updatedAt: db.nowMs() },
    before: document,
    document,
    note: { kind: 'manual', label: input.label },
  })
  if (input.pinned) await changeVersion(db, id, row.id, { pinned: true })
  await recordAct(db, caller, ['version.created', id], { number: row.number, label: input.label })
  return present({ ...row, pinned: input.pinned ?? false }, row)
}

/** Changes name or pin of a version, or removes them. */
export async function updateVersion(
  db: Db,
  caller: Caller,
  { id, versionId, ifMatch }: VersionKey,
  body: UpdateVersion,
): Promise<Version> {
  await authorize(db, caller, id, { editorOf: true })
  const row = await requireVersion(db, id, versionId)
  checkIfMatch(ifMatch, versionTag(row))
  const newest = await selectNewest(db, id)
  const given = await takeWritable(UpdateVersion, body, async () => ({
    ...present(row, newest),
    document: await readVersion(db, row),
  }))
  const isSame = ([name, value]: [string, unknown]) => value === row[name as keyof UpdateVersion]
  const change: UpdateVersion = Object.fromEntries(Object.entries(given).filter((entry) => !isSame(entry)))
  if (Object.keys(change).length === 0) return present(row, newest)
  await changeVersion(db, id, row.id, change)
  await recordAct(db, caller, ['version.updated', id], { number: row.number, ...change })
  return present({ ...row, ...change }, newest)
}

export interface VersionKey {
  id: string
  versionId: string
  /** The raw header. */
  ifMatch?: string | undefined
}

/** The ETag of a version: its content never changes. */
export function versionTag({ label, pinned }: { label?: string | null; pinned: boolean }): string {
  return digestOf([label ?? null, pinned])
}

/** VERSION_PROTECTED for the current version and for pinned ones. */
export async function deleteVersion(db: Db, caller: Caller, { id, versionId, ifMatch }: VersionKey): Promise<void> {
  await authorize(db, caller, id, { editorOf: true })
  const row = await requireVersion(db, id, versionId)
  checkIfMatch(ifMatch, versionTag(row))
  const newest = await selectNewest(db, id)
  if (row.id === newest?.id) fail('VERSION_PROTECTED', 'This is the current version.')
  if (row.pinned) fail('VERSION_PROTECTED', 'This version is pinned.')
  await deleteVersions(db, id, { ids: [row.id], keys: row.parts })
  await recordAct(db, caller, ['version.deleted', id], { number: row.number })
}

/** VERSION_NOT_FOUND if there is none. Callers must have checked access to the template. */
export async function requireVersion(db: Db, id: string, versionId: string): Promise<VersionRow> {
  const row = isId('version', versionId) ? await selectVersion(db, id, { id: versionId }) : undefined
  return row ?? fail('VERSION_NOT_FOUND')
}

export function present(row: VersionRow, newest: VersionRow | undefined): Version {
  return {
    id: row.id,
    template_id: row.templateId,
    number: row.number,
    revision: row.revision,
    kind: row.kind,
    ...(row.label === null ? {} : { label: row.label }),
    ...(row.message === null ? {} : { message: row.message }),
    pinned: row.pinned,
    current: row.id === newest?.id,
    author: { kind: row.authorKind, id: row.authorId, name: row.authorName },
    changes: row.changes as Changes,
    size_bytes: row.sizeBytes,
    created_at: new Date(row.createdAt).toISOString(),
    saved_at: new Date(row.savedAt).toISOString(),
  }
}
