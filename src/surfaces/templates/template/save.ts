/**
 * All changes of templates. Each function requires a transaction and keeps row, document, search words, events and audit
 * consistent.
 */
import { type EmailDocument, type Operation, isEqual, shareUnchanged } from '../../../email/document/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, together } from '../../../platform/storage/index.ts'
import { type Content, bytesOf, sizeOf } from './content.ts'
import type { TemplateType } from './contract.ts'
import { holdExternalId, requireFreeExternalId } from './external-id.ts'
import { emitCreated, emitDeleted, emitUpdated } from './events.ts'
import { guardIn, requireAccessIn, requireRelease } from './access/access.ts'
import { holdLevel, holdLocks } from './access/hold.ts'
import { lockGuards } from './access/store.ts'
import { keepNewAssets, saveAssetUses } from './assets/uses.ts'
import { positionIn } from './folder/folder.ts'
import { type SentEdit, recordEdit } from './history/edits.ts'
import { type SaveNote, recordVersion } from './history/history.ts'
import { noLock } from './lock.ts'
import { freezeDraft } from './releases/draft.ts'
import { initialRelease } from './releases/store.ts'
import { selectReview } from './reviews/store.ts'
import { keepNewModules, requireModules, saveUses } from './modules/modules.ts'
import { saveWords } from './search-text.ts'
import {
  type TemplateChange,
  type TemplateRecord,
  eraseTemplates,
  findDocument,
  insertTemplate,
  updateTemplate,
  writeDocument,
} from './store.ts'
import type { AuthorizedTemplate } from './template.ts'

export interface NewTemplate {
  name: string
  type: TemplateType
  /** Folder id or name; null for none. */
  folder?: string | null
  tags?: string[]
  externalId?: string | null | undefined
  metadata?: Record<string, string> | undefined
  content: Content
  before?: EmailDocument | undefined
}

/**
 * Adds a template to the caller's project. With a folder it takes `lockGuards`, so the transaction must not have locked a
 * template or recorded an act before. EXTERNAL_ID_TAKEN.
 */
export async function createTemplate(db: Db, caller: Caller, input: NewTemplate): Promise<TemplateRecord> {
  const { document, source } = input.content
  const { externalId = null, metadata = {} } = input
  await holdExternalId(db, caller, 'template', externalId)
  if (input.folder != null) await lockGuards(db, caller.projectId, 'shared')
  const folderId = input.folder == null ? null : await positionIn(db, caller.projectId, input.folder)
  await requireAccessIn(db, caller, folderId)
  await requireFreeExternalId(db, caller, 'template', { externalId })
  await requireModules(db, caller, document.rows, { before: input.before })
  await keepWhatIsNew(db, { before: undefined, document })
  const now = db.nowMs()
  const row: TemplateRecord = {
    id: createId('template', now),
    projectId: caller.projectId,
    folderId,
    name: input.name,
    type: input.type,
    ...headOf(document),
    tags: input.tags ?? [],
    externalId,
    metadata,
    source,
    revision: 1,
    sizeBytes: sizeOf(document),
    isPublic: false,
    starter: null,
    createdByKind: caller.actor.kind,
    createdById: caller.actor.id,
    createdByName: caller.actor.name,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    guardId: await guardIn(db, caller.projectId, folderId),
    ...noLock,
    ...(await initialRelease(db, caller.projectId)),
  }
  await insertTemplate(db, row, document)
  await together(
    saveUses(db, row.id, { before: undefined, document }),
    saveAssetUses(db, row.id, { before: undefined, document }),
    saveWords(db, row, document),
    recordVersion(db, caller, { row, before: undefined, document }),
    emitCreated(db, caller, row),
  )
  await recordAct(db, caller, ['template.created', row.id], { name: row.name })
  return row
}

export interface TemplateChanges {
  name?: string
  type?: TemplateType
  /** Folder id or name; null removes the template from its folder. */
  folder?: string | null
  tags?: string[]
  /** Null removes it. The transaction must have called `holdExternalId`. */
  externalId?: string | null
  metadata?: Record<string, string>
  content?: Content
  note?: SaveNote
  /** The operations that led to the new document, if known: they determine which of two neighbors was moved. */
  operations?: readonly Operation[]
  /** The stored document, if this transaction has already read it. */
  before?: EmailDocument
  /** The requests that this save covers, to recognize retries. */
  sent?: readonly SentEdit[]
}

/**
 * Applies changes to an authorized template (with `changesGuard` if the folder changes) as one new revision, and as a new
 * version if the document changes. No revision if nothing differs from the stored template.
 */
export async function changeTemplate(
  db: Db,
  caller: Caller,
  row: AuthorizedTemplate,
  changes: TemplateChanges,
): Promise<TemplateRecord> {
  const wanted = await wantedColumns(db, caller, changes)
  const change: TemplateChange = Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => !isEqual(value, row[column as keyof TemplateRecord])),
  )
  const edit = changes.content && (await editOf(db, row, changes.content.document, changes.before))
  if (edit !== undefined) Object.assign(change, headOf(edit.document), { sizeBytes: bytesOf(edit.json) })
  if (Object.keys(change).length === 0) return row
  holdLevel(row.access, Object.keys(change), edit)
  await requireFreeExternalId(db, caller, 'template', { externalId: change.externalId, self: row.id })
  if (edit !== undefined) {
    await requireModules(db, caller, edit.document.rows, { templateId: row.id, before: edit.before })
  }
  if (change.folderId !== undefined) await holdFolder(db, caller, row, change.folderId)
  if (edit !== undefined) await keepWhatIsNew(db, edit)
  if (edit?.before !== undefined)
    holdLocks(row.access, { ...edit, before: edit.before, operations: changes.operations })
  return write(db, caller, row, { change, edit, note: changes.note, sent: changes.sent })
}

/** Locks newly used modules and assets, so that a concurrent deletion finds the use. */
async function keepWhatIsNew(db: Db, edit: Pick<Edit, 'before' | 'document'>): Promise<void> {
  await keepNewModules(db, edit)
  await keepNewAssets(db, edit.before, edit.document)
}

/**
 * Fails with PERMISSION_DENIED if the caller may not add to the target folder, or would move the template out from under
 * grants.
 */
async function holdFolder(db: Db, caller: Caller, row: AuthorizedTemplate, to: string | null): Promise<void> {
  await requireAccessIn(db, caller, to)
  if (row.guardId !== null) await requireRelease(db, caller, { access: row.access, from: row.folderId, to })
}

async function wantedColumns(db: Db, caller: Caller, changes: TemplateChanges): Promise<TemplateChange> {
  const wanted: TemplateChange = {}
  if (changes.name !== undefined) wanted.name = changes.name
  if (changes.type !== undefined) wanted.type = changes.type
  if (changes.tags !== undefined) wanted.tags = changes.tags
  if (changes.externalId !== undefined) wanted.externalId = changes.externalId
  if (changes.metadata !== undefined) wanted.metadata = changes.metadata
  if (changes.content !== undefined) wanted.source = changes.content.source
  if (changes.folder === null) wanted.folderId = null
  else if (changes.folder !== undefined) wanted.folderId = await positionIn(db, caller.projectId, changes.folder)
  return wanted
}

interface Edit {
  before: EmailDocument | undefined
  /** Unchanged parts are the same objects as in `before`. */
  document: EmailDocument
  json: string
}

// Columns that follow from others.
const unreported = new Set(['guardId', 'publishedAt', 'draftDiffers', 'reviewId', 'reviewDiffers'])

interface EditRecord {
  note?: SaveNote | undefined
  sent?: readonly SentEdit[] | undefined
}

async function editOf(
  db: Db,
  row: TemplateRecord,
  document: EmailDocument,
  known?: EmailDocument,
): Promise<Edit | undefined> {
  const before = known ?? (await findDocument(db, row.projectId, row.id))
  const shared = before === undefined ? document : shareUnchanged(before, document)
  return isEqual(before, shared) ? undefined : { before, document: shared, json: JSON.stringify(shared) }
}

async function write(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { change, edit, ...record }: { change: TemplateChange; edit?: Edit | undefined } & EditRecord,
): Promise<TemplateRecord> {
  if (change.folderId !== undefined && row.guardId !== row.id) {
    change.guardId = await guardIn(db, row.projectId, change.folderId)
  }
  const isReleased = row.publishedRelease !== null && row.publishedRelease > 0
  const full = {
    ...change,
    ...(edit !== undefined && isReleased ? { draftDiffers: true } : {}),
    ...(edit !== undefined && row.reviewId !== null ? { reviewDiffers: await differsFromReview(db, row, edit) } : {}),
    revision: row.revision + 1,
    updatedAt: db.nowMs(),
  }
  const changed = [
    ...Object.keys(change).filter((column) => !unreported.has(column)),
    ...(edit === undefined ? [] : ['document']),
  ]
  const saved = { ...row, ...full }
  await together(
    updateTemplate(db, row.projectId, row.id, full),
    edit === undefined ? undefined : writeContent(db, caller, saved, { ...edit, ...record }),
    edit === undefined && change.name !== undefined ? saveName(db, saved) : undefined,
    emitUpdated(db, caller, saved, { before: row, changed }),
  )
  await recordAct(db, caller, ['template.updated', row.id], { revision: full.revision, changed })
  return saved
}

/** Writes everything that depends on the document. */
async function writeContent(db: Db, caller: Caller, row: TemplateRecord, edit: Edit & EditRecord): Promise<void> {
  const { before, document, json, note, sent } = edit
  await together(
    writeDocument(db, row.id, json),
    saveWords(db, row, document),
    saveUses(db, row.id, { before, document }),
    saveAssetUses(db, row.id, { before, document }),
    recordVersion(db, caller, { row, before, document, note }),
    recordEdit(db, row.id, { revision: row.revision, before, document, sent, savedAt: row.updatedAt }),
  )
}

async function saveName(db: Db, row: TemplateRecord): Promise<void> {
  const document = await findDocument(db, row.projectId, row.id)
  if (document !== undefined) await saveWords(db, row, document)
}

export async function trashTemplate(db: Db, caller: Caller, row: TemplateRecord): Promise<void> {
  await updateTemplate(db, row.projectId, row.id, { deletedAt: db.nowMs() })
  await emitDeleted(db, caller, row, { permanent: false })
  await recordAct(db, caller, ['template.deleted', row.id], { permanent: false })
}

/**
 * Restores into the previous folder if that still exists. EXTERNAL_ID_TAKEN if another template took its external id; the
 * transaction must have called `holdExternalId` for it.
 */
export async function restoreTemplate(db: Db, caller: Caller, row: TemplateRecord): Promise<TemplateRecord> {
  await requireFreeExternalId(db, caller, 'template', { externalId: row.externalId, self: row.id })
  await updateTemplate(db, row.projectId, row.id, { deletedAt: null })
  await emitUpdated(db, caller, row, { before: row, changed: ['deletedAt'] })
  await recordAct(db, caller, ['template.restored', row.id], {})
  return { ...row, deletedAt: null }
}

/**
 * Moves a template to a folder of its project, whose id the caller has checked, or to none; one new revision unless it is
 * already there. The transaction must have called `lockGuards` before it locked the row.
 */
export function moveTemplate(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  folderId: string | null,
): Promise<TemplateRecord> {
  if (row.folderId === folderId) return Promise.resolve(row)
  return write(db, caller, row, { change: { folderId } })
}

// What was undone since no longer differs.
async function differsFromReview(db: Db, row: TemplateRecord, { document }: Edit): Promise<boolean> {
  const review = row.reviewId === null ? undefined : await selectReview(db, row.id, row.reviewId)
  return (await freezeDraft(db, row, document)).key !== review?.contentKey
}

/** Changes what of a template is published, scheduled or in review, as one new revision; the draft stays as it is. */
export function changePublished(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  change: Pick<
    TemplateChange,
    | 'publishedRelease'
    | 'publishedAt'
    | 'draftDiffers'
    | 'scheduledRelease'
    | 'reviewId'
    | 'reviewState'
    | 'reviewDiffers'
  >,
): Promise<TemplateRecord> {
  return write(db, caller, row, { change })
}

/** From the trash or outside of it. */
export async function eraseTemplate(db: Db, caller: Caller, row: TemplateRecord): Promise<void> {
  // The event first: it records the callers that may read it, from grants that are erased with the template.
  await emitDeleted(db, caller, row, { permanent: true })
  await eraseTemplates(db, row.projectId, [row.id])
  await recordAct(db, caller, ['template.deleted', row.id], { permanent: true, name: row.name })
}

function headOf({ meta }: EmailDocument): { subject: string | null; preheader: string | null } {
  return { subject: meta.subject ?? null, preheader: meta.preheader ?? null }
}
