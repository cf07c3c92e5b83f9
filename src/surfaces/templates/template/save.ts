/** Every way a template changes. Each function wants a transaction and leaves row, document, words, event and audit in step. */
import { type EmailDocument, type Operation, isEqual, shareUnchanged } from '../../../email/document/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, together } from '../../../platform/storage/index.ts'
import { type Content, bytesOf, sizeOf } from './content.ts'
import type { TemplateType } from './contract.ts'
import { emitCreated, emitDeleted, emitUpdated } from './events.ts'
import { guardIn, requireAccessIn, requireRelease } from './access/access.ts'
import { holdLevel, holdLocks } from './access/hold.ts'
import { lockGuards } from './access/store.ts'
import { keepNewAssets, saveAssetUses } from './assets/uses.ts'
import { positionIn } from './folder/folder.ts'
import { type SentEdit, recordEdit } from './history/edits.ts'
import { type SaveNote, recordVersion } from './history/history.ts'
import { noLock } from './lock.ts'
import { initialRelease } from './releases/store.ts'
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
  /** A folder's id or name; null for none. */
  folder?: string | null
  tags?: string[]
  content: Content
  before?: EmailDocument | undefined
}

/**
 * Adds a template to the caller's project and answers its row. With a folder it takes `lockGuards`, so the transaction must not
 * have locked a template or recorded an act before.
 */
export async function createTemplate(db: Db, caller: Caller, input: NewTemplate): Promise<TemplateRecord> {
  const { document, source } = input.content
  if (input.folder != null) await lockGuards(db, caller.projectId, 'shared')
  const folderId = input.folder == null ? null : await positionIn(db, caller.projectId, input.folder)
  await requireAccessIn(db, caller, folderId)
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
  /** A folder's id or name; null takes it out of its folder. */
  folder?: string | null
  tags?: string[]
  content?: Content
  note?: SaveNote
  /** How the new document came about, where it is known: it tells which of two neighbors moved past the other. */
  operations?: readonly Operation[]
  /** The document as it is stored, where this transaction has read it already. */
  before?: EmailDocument
  /** The requests which this save covers, so that a repeated one is recognized. */
  sent?: readonly SentEdit[]
}

/**
 * Applies the changes to a template that `authorize` has taken (`changesGuard` where a folder is among them), as one new revision, and as a version when the document
 * is among them; none when nothing differs from what is stored.
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
  if (edit !== undefined) {
    await requireModules(db, caller, edit.document.rows, { templateId: row.id, before: edit.before })
  }
  if (change.folderId !== undefined) await holdFolder(db, caller, row, change.folderId)
  if (edit !== undefined) await keepWhatIsNew(db, edit)
  if (edit?.before !== undefined)
    holdLocks(row.access, { ...edit, before: edit.before, operations: changes.operations })
  return write(db, caller, row, { change, edit, note: changes.note, sent: changes.sent })
}

/** Modules and assets that a document shows from now on: anyone who deletes one sees that it is used. */
async function keepWhatIsNew(db: Db, edit: Pick<Edit, 'before' | 'document'>): Promise<void> {
  await keepNewModules(db, edit)
  await keepNewAssets(db, edit.before, edit.document)
}

/** Fails with PERMISSION_DENIED for who may not put templates there, or would take one from under grants. */
async function holdFolder(db: Db, caller: Caller, row: AuthorizedTemplate, to: string | null): Promise<void> {
  await requireAccessIn(db, caller, to)
  if (row.guardId !== null) await requireRelease(db, caller, { access: row.access, from: row.folderId, to })
}

async function wantedColumns(db: Db, caller: Caller, changes: TemplateChanges): Promise<TemplateChange> {
  const wanted: TemplateChange = {}
  if (changes.name !== undefined) wanted.name = changes.name
  if (changes.type !== undefined) wanted.type = changes.type
  if (changes.tags !== undefined) wanted.tags = changes.tags
  if (changes.content !== undefined) wanted.source = changes.content.source
  if (changes.folder === null) wanted.folderId = null
  else if (changes.folder !== undefined) wanted.folderId = await positionIn(db, caller.projectId, changes.folder)
  return wanted
}

/** A document and what it replaces. */
interface Edit {
  before: EmailDocument | undefined
  /** What did not change is the same objects as in `before`. */
  document: EmailDocument
  json: string
}

// Columns that follow from others.
const unreported = new Set(['guardId', 'publishedAt', 'draftDiffers'])

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
    emitUpdated(db, caller, saved, changed),
  )
  await recordAct(db, caller, ['template.updated', row.id], { revision: full.revision, changed })
  return saved
}

/** Everything that goes with a new document. */
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

/** Puts a template into the trash. */
export async function trashTemplate(db: Db, caller: Caller, row: TemplateRecord): Promise<void> {
  await updateTemplate(db, row.projectId, row.id, { deletedAt: db.nowMs() })
  await emitDeleted(db, caller, row, { permanent: false })
  await recordAct(db, caller, ['template.deleted', row.id], { permanent: false })
}

/** Takes a template out of the trash; its folder is where it was, if that still exists. */
export async function restoreTemplate(db: Db, caller: Caller, row: TemplateRecord): Promise<TemplateRecord> {
  await updateTemplate(db, row.projectId, row.id, { deletedAt: null })
  await emitUpdated(db, caller, row, ['deletedAt'])
  await recordAct(db, caller, ['template.restored', row.id], {})
  return { ...row, deletedAt: null }
}

/**
 * Moves a template to a folder whose id is known to be the project's, or to none; one new revision unless it is there. The
 * transaction has taken `lockGuards` before it locked the row.
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

/** Publishes a release of a template, or none, as one new revision; the draft stays as it is. */
export function changePublished(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  change: Pick<TemplateRecord, 'publishedRelease' | 'publishedAt' | 'draftDiffers'>,
): Promise<TemplateRecord> {
  return write(db, caller, row, { change })
}

/** Erases a template for good, from wherever it is. */
export async function eraseTemplate(db: Db, caller: Caller, row: TemplateRecord): Promise<void> {
  // The event first: it notes who may read of the template by grants that go with it.
  await emitDeleted(db, caller, row, { permanent: true })
  await eraseTemplates(db, row.projectId, [row.id])
  await recordAct(db, caller, ['template.deleted', row.id], { permanent: true, name: row.name })
}

function headOf({ meta }: EmailDocument): { subject: string | null; preheader: string | null } {
  return { subject: meta.subject ?? null, preheader: meta.preheader ?? null }
}
