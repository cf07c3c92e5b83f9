/** Reads and saves the email of a session. */
import { blockTypes } from '../../../email/blocks/index.ts'
import { type EmailDocument, applyOperations, operationsBetween } from '../../../email/document/index.ts'
import { ServiceError, catalog, fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Db, type Store, contentKey, underLocks } from '../../../platform/storage/index.ts'
import type { WorkContext } from '../../../platform/scheduling/index.ts'
import type { Assets } from '../../assets/index.ts'
import {
  type Content,
  type EditIdentity,
  type TemplateType,
  applyEdit,
  authorize,
  changeTemplate,
  cleanDocument,
  cleaners,
  documentAt,
  findEdit,
  firstEdits,
  importContent,
  importPlace,
  isOwnLock,
  loadDocument,
  lockAgainst,
  lockOf,
  lockRequestOf,
  recordEdit,
  requireAccess,
  refuseDocument,
  requireSameEdit,
  type SentEdit,
  sentEdits,
} from '../../templates/index.ts'
import { readPublication } from '../publication/publication.ts'
import { presentRights } from '../rights.ts'
import type { Session } from '../sessions/sessions.ts'
import type {
  AppliedEdit,
  ApplyEdit,
  EditedDocument,
  EditedRevision,
  EditorLock,
  SaveEmail,
  SavedEmail,
} from './contract.ts'
import { beginningOf, createEmail, templateOf, templateToSave } from './email.ts'
import { showDocument } from './shown.ts'

export interface ContentDeps {
  store: Store
  workers: WorkerPool
  cdnUrl: string
}

/** The caller and the session of a request. */
export interface Visitor {
  caller: Caller
  session: Session
  /** Scheduling context of worker tasks. */
  work: WorkContext
}

/** The email of the session, the rights of the caller and the holder of the editing lock. */
export async function readEdited(
  { store, cdnUrl, workers }: ContentDeps,
  { caller, session, work }: Visitor,
): Promise<EditedDocument> {
  const db = store.read
  const rendering = { cdnUrl, workers: workers.forCaller(work) }
  const { emailId, userId } = session
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) {
    const document = await beginningOf(db, caller, session)
    const { title: name } = document.meta
    const shown = await showDocument(db, caller, document, rendering)
    return {
      emailId,
      userId,
      templateId: null,
      name,
      type: 'other',
      revision: 0,
      document,
      access: 'edit',
      rights: presentRights(caller),
      hasVersionHistory: false,
      publication: await readPublication(db, caller, templateId),
      lock: freeLock,
      cdnUrl,
      ...shown,
    }
  }
  const { template, document } = await loadDocument(db, caller, templateId)
  const access = template.isPublic ? 'view' : await requireAccess(db, caller, template, 'view')
  if (access === 'none') fail('TEMPLATE_NOT_FOUND')
  const { name, revision } = template
  const shown = await showDocument(db, caller, document, rendering)
  return {
    emailId,
    userId,
    templateId,
    name,
    type: template.type as TemplateType,
    revision,
    document,
    access,
    rights: presentRights(caller),
    hasVersionHistory: true,
    publication: await readPublication(db, caller, templateId),
    lock: lockSeen(template, caller, db.nowMs()),
    cdnUrl,
    ...shown,
  }
}

/**
 * The document as of a revision; 0 is the document before the first save. VERSION_NOT_FOUND for a revision that is no longer
 * recorded, and for any revision but 0 of an email that was never saved.
 */
export async function readRevision(
  { store }: Pick<ContentDeps, 'store'>,
  { caller, session }: Omit<Visitor, 'work'>,
  revision: number,
): Promise<EditedRevision> {
  const templateId = await templateOf(store.read, caller, session)
  if (templateId === undefined) {
    if (revision > 0) fail('VERSION_NOT_FOUND')
    return { revision, document: await beginningOf(store.read, caller, session) }
  }
  return { revision, document: await documentAt(store.read, caller, templateId, revision) }
}

/** The lock state of an email that is not locked. */
export const freeLock: EditorLock = {
  held: false,
  holder: null,
  isOtherWindow: false,
  expiresAt: null,
  request: null,
}

/** The lock of a template from the point of view of the session. */
export function lockSeen(row: Parameters<typeof lockAgainst>[0], caller: Caller, nowMs: number): EditorLock {
  const lock = lockOf(row, nowMs)
  if (lock === undefined) return freeLock
  const other = lockAgainst(row, caller, nowMs)
  const isOtherWindow = other !== undefined && isOwnLock(row, caller)
  return {
    held: other === undefined,
    holder: other?.holder ?? null,
    isOtherWindow,
    expiresAt: lock.expires_at,
    request: lockRequestOf(row, caller, nowMs) ?? null,
  }
}

/** Autosave: applies operations to the template of the session; the first request creates it. Fails like `applyEdit`. */
export async function applyToEmail(db: Db, caller: Caller, session: Session, edit: ApplyEdit): Promise<AppliedEdit> {
  const templateId = await templateToSave(db, caller, session)
  const identity = identityOf(edit)
  if (templateId !== undefined) {
    const { baseRevision: base_revision, operations, label } = edit
    // Another client made the first save, unless this request is a retry of it: its base document differs from the stored
    // one.
    if (base_revision === 0 && !(await isFirstEdit(db, caller, templateId, edit)))
      fail('REVISION_CONFLICT', { extra: { revision: 1 } })
    const input = { base_revision, operations, ...(label === undefined ? {} : { label }) }
    return answerOf(await applyEdit(db, caller, templateId, input, identity).catch(inOwnWords))
  }
  if (edit.baseRevision > 0) fail('TEMPLATE_NOT_FOUND', 'The template of this email was deleted.')
  const before = await beginningOf(db, caller, session)
  const applied = applyOperations(before, edit.operations, blockTypes, cleaners)
  if ('issues' in applied) refuseDocument(applied, (path) => `/operations${path}`)
  const document = cleanDocument(applied.document, (path) => `/operations${path}`)
  const { id, revision, updatedAt } = await createEmail(db, caller, session, { document, source: 'document' })
  const sent = identity === undefined ? [] : sentEdits(identity, edit.operations)
  await recordEdit(db, id, { revision, before, document, sent, savedAt: updatedAt })
  return answerOf({
    revision,
    operations: operationsBetween(before, document),
    inverse: operationsBetween(document, before),
    operations_since: [],
    operations_covered: edit.operations.length,
    sent,
    savedAt: updatedAt,
  })
}

function answerOf(applied: Awaited<ReturnType<typeof applyEdit>>): AppliedEdit {
  const { revision, operations, inverse, sent } = applied
  return {
    revision,
    operations,
    inverse,
    operationsSince: applied.operations_since,
    operationsCovered: applied.operations_covered,
    editIds: sent.map(({ editId }) => editId),
    savedAt: new Date(applied.savedAt).toISOString(),
  }
}

function identityOf({ editId, previous = [] }: ApplyEdit): EditIdentity | undefined {
  return editId === undefined ? undefined : { editId, previous }
}

/** True if the first save of the template contains the request, or an earlier one that it names. */
async function isFirstEdit(db: Db, caller: Caller, templateId: string, edit: ApplyEdit): Promise<boolean> {
  const identity = identityOf(edit)
  if (identity === undefined) return false
  const saved = new Set((await firstEdits(db, caller, templateId)).map(({ editId }) => editId))
  return [identity, ...(identity.previous ?? [])].some(({ editId }) => saved.has(editId))
}

/** Rethrows a conflict with members named as in the plugin API. */
function inOwnWords(error: unknown): never {
  if (!(error instanceof ServiceError && error.apiCode === 'REVISION_CONFLICT')) throw error
  const { conflicts, ...extra } = error.context.extra ?? {}
  const named = (conflicts as { node_id?: string }[] | undefined)?.map(({ node_id: nodeId, ...rest }) =>
    nodeId === undefined ? rest : { ...rest, nodeId },
  )
  fail('REVISION_CONFLICT', { ...error.context, extra: named === undefined ? extra : { ...extra, conflicts: named } })
}

/**
 * Saves the whole email: the document of the editor, or HTML and CSS of another editor. SAVE_FAILED for any failure, with
 * the code of the cause in its details. `transact` runs the write, or returns the response of an earlier attempt.
 */
export async function saveEmail(
  { store, workers, cdnUrl, assets }: ContentDeps & { assets: Pick<Assets, 'storeImage'> },
  { caller, session, work }: Visitor,
  input: SaveEmail,
  transact: (write: (db: Db) => Promise<SavedEmail>) => Promise<SavedEmail> = (write) => store.tx(write, underLocks),
): Promise<SavedEmail> {
  const { html, css, document } = input
  try {
    const base = document === undefined ? await documentOf(store.read, caller, session) : undefined
    const parts = { workers, cdnUrl, storeImage: assets.storeImage }
    const place = { ...importPlace(parts, { caller, work }, session.emailId), ...(base === undefined ? {} : { base }) }
    const content = await importContent(document === undefined ? { html, css } : { document }, place)
    if (content === undefined) fail('VALIDATION_FAILED')
    return await transact((db) => save(db, { caller, session }, { content, input }))
  } catch (error) {
    throw saveFailed(error)
  }
}

async function save(
  db: Db,
  { caller, session }: { caller: Caller; session: Session },
  { content, input }: { content: Content; input: SaveEmail },
): Promise<SavedEmail> {
  const { emailId } = session
  const { baseRevision } = input
  const sent = sentBySave(input)
  const known = await templateToSave(db, caller, session)
  const saved = known === undefined ? await make() : await replace(known)
  const { id: templateId, revision, updatedAt } = saved
  return { success: true, emailId, savedAt: new Date(updatedAt).toISOString(), revision, templateId }

  async function make() {
    const row = await createEmail(db, caller, session, content)
    const { document } = content
    if (sent.length > 0) {
      const before = await beginningOf(db, caller, session)
      await recordEdit(db, row.id, { revision: row.revision, before, document, sent, savedAt: row.updatedAt })
    }
    return row
  }

  async function replace(id: string) {
    const row = await authorize(db, caller, id, { needs: 'edit_text' })
    const own = sent.at(-1)
    const before = own && (await findEdit(db, id, own.editId))
    if (own !== undefined && before !== undefined) {
      requireSameEdit(before.sent, { editId: own.editId, hash: own.hash }, 'content')
      return { id, revision: before.revision, updatedAt: before.savedAt ?? row.updatedAt }
    }
    if (baseRevision !== undefined && baseRevision !== row.revision)
      fail('REVISION_CONFLICT', { extra: { revision: row.revision } })
    return changeTemplate(db, caller, row, { content, note: { kind: 'manual' }, sent })
  }
}

/** The requests covered by a full save: those whose operations its document contains, and its own. */
function sentBySave({ editId, previous = [], html, css, document }: SaveEmail): SentEdit[] {
  if (editId === undefined) return []
  const hash = contentKey(JSON.stringify(document === undefined ? { html, css } : { document }))
  return [...previous, { editId, operations: 0, hash }]
}

async function documentOf(db: Db, caller: Caller, session: Session): Promise<EmailDocument | undefined> {
  const templateId = await templateOf(db, caller, session)
  return templateId === undefined ? undefined : (await loadDocument(db, caller, templateId)).document
}

/** Wraps an error as SAVE_FAILED, with the cause and its status. */
function saveFailed(reason: unknown): unknown {
  return standIn('SAVE_FAILED', reason)
}

/** Wraps an error as EXPORT_FAILED, with the cause and its status. */
export function exportFailed(reason: unknown): unknown {
  return standIn('EXPORT_FAILED', reason)
}

function standIn(code: 'SAVE_FAILED' | 'EXPORT_FAILED', reason: unknown): unknown {
  if (!(reason instanceof ServiceError)) return reason
  const { message, remedy, status } = catalog[reason.apiCode]
  const { detail, issues, extra, headers } = reason.context
  const said = issues?.map((issue) => `${issue.path}: ${issue.message}`).join('; ') ?? detail ?? remedy
  return new ServiceError(code, {
    detail: `${reason.apiCode}: ${message}. ${said}`,
    status,
    ...(status >= 500 ? { cause: reason } : {}),
    ...(extra === undefined ? {} : { extra }),
    ...(headers === undefined ? {} : { headers }),
  })
}
