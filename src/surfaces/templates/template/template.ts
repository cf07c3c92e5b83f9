/** A template for one caller: loading, authorization and presentation. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { reportAccess, type Access, type Level } from '../../../kernel/access/index.ts'
import { ServiceError, fail, refusalOf } from '../../../kernel/errors/index.ts'
import { idPattern } from '../../../kernel/ids/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { TemplateType, UnsignedTemplate } from './contract.ts'
import { accessTo, checkAccess, requireAccess } from './access/access.ts'
import { lockGuards } from './access/store.ts'
import { readWithDocument } from './document-cache.ts'
import { checkLock, lockOf, mayMerge } from './lock.ts'
import { presentReviewState } from './review-state.ts'
import {
  type TemplateRecord,
  type TemplateRow,
  lockTemplate,
  lockTemplates,
  findPublicIds,
  findTemplate,
} from './store.ts'
import { viewerOf } from './viewer.ts'

const templateId = new RegExp(idPattern('template'))

/** A template that the caller may read, its own or a public one. TEMPLATE_NOT_FOUND for any other, and for the trash. */
export async function loadTemplate(db: Db, caller: Caller, id: string): Promise<TemplateRow> {
  const row = templateId.test(id) ? await findTemplate(db, viewerOf(caller), id) : undefined
  if (row === undefined || row.deletedAt !== null) fail('TEMPLATE_NOT_FOUND')
  await requireView(db, caller, row)
  return row
}

// Most templates have no grants: every caller of the project may view them, so nothing is read.
function requireView(db: Db, caller: Caller, row: TemplateRow): Promise<Access> | undefined {
  if (row.guardId !== null) return requireAccess(db, caller, row, 'view')
  reportAccess('view')
  return undefined
}

/**
 * The template with its document, both of one revision. The document is shared and must not be changed. Fails like
 * `loadTemplate`.
 */
export async function loadDocument(
  db: Db,
  caller: Caller,
  id: string,
): Promise<{ template: TemplateRow; document: EmailDocument }> {
  const found = templateId.test(id) ? await readWithDocument(db, viewerOf(caller), id) : undefined
  if (found === undefined || found.template.deletedAt !== null) fail('TEMPLATE_NOT_FOUND')
  await requireView(db, caller, found.template)
  return found
}

/** A template locked for writing, with the access of the caller. */
export type AuthorizedTemplate = TemplateRecord & { access: Access }

export interface Intent {
  /** Includes templates in the trash. */
  inTrash?: boolean
  /** Ignores the editing lock, for changes besides the content, such as of the lock itself. */
  editorOf?: boolean
  /** The change is merged with concurrent ones: the lock of an open editor does not exclude other callers. */
  merges?: boolean
  /** The change may move the template to another folder or restore it to its own: takes `lockGuards` before the row. */
  changesGuard?: boolean
  /** Required level; defaults to `edit`. */
  needs?: Level
}

/**
 * Locks a template for writing until the transaction ends. TEMPLATE_READ_ONLY for a public one, TEMPLATE_NOT_FOUND for one
 * of another project or that the caller may not see, PERMISSION_DENIED below the required level, LOCKED while another caller
 * edits it.
 */
export async function authorize(
  db: Db,
  caller: Caller,
  id: string,
  { inTrash = false, editorOf = false, merges = false, changesGuard = false, needs = 'edit' }: Intent = {},
): Promise<AuthorizedTemplate> {
  if (!templateId.test(id)) fail('TEMPLATE_NOT_FOUND')
  if (changesGuard) await lockGuards(db, caller.projectId, 'shared')
  const row = await lockTemplate(db, caller.projectId, id)
  if (row === undefined && (await findPublicIds(db, [id])).length > 0) fail('TEMPLATE_READ_ONLY')
  if (row === undefined || (row.deletedAt !== null && !inTrash)) fail('TEMPLATE_NOT_FOUND')
  const access = await requireAccess(db, caller, row, needs)
  if (!editorOf && !(merges && mayMerge(row, caller))) checkLock(row, caller, db.nowMs())
  return { ...row, access }
}

/**
 * Like `authorize` for many ids: the authorized row, or the failure as a value. Rows are locked in id order, so that
 * concurrent requests cannot deadlock.
 */
export async function authorizeMany(
  db: Db,
  caller: Caller,
  ids: readonly string[],
  { inTrash = false }: { inTrash?: boolean } = {},
): Promise<Map<string, AuthorizedTemplate | ServiceError>> {
  reportAccess('edit')
  const wellFormed = ids.filter((id) => templateId.test(id))
  const rows = new Map((await lockTemplates(db, caller.projectId, wellFormed)).map((row) => [row.id, row]))
  const publicIds = new Set(
    await findPublicIds(
      db,
      wellFormed.filter((id) => !rows.has(id)),
    ),
  )
  const authorized = new Map<string, AuthorizedTemplate | ServiceError>()
  for (const id of ids) {
    const row = rows.get(id)
    const isThere = row !== undefined && (row.deletedAt === null || inTrash)
    if (!isThere) authorized.set(id, new ServiceError(publicIds.has(id) ? 'TEMPLATE_READ_ONLY' : 'TEMPLATE_NOT_FOUND'))
    else {
      const access = await accessTo(db, caller, row)
      const refusal = await refusalOf(() => {
        checkAccess(access, 'edit')
        checkLock(row, caller, db.nowMs())
      })
      authorized.set(id, refusal ?? { ...row, access })
    }
  }
  return authorized
}

/** Includes the lock that is valid at `nowMs`, a time of the database's clock. */
export function presentTemplate(row: TemplateRow, nowMs: number): UnsignedTemplate {
  const template: UnsignedTemplate = {
    id: row.id,
    name: row.name,
    type: row.type as TemplateType,
    folder_id: row.folderId,
    tags: row.tags,
    external_id: row.externalId,
    metadata: row.metadata,
    favorite: row.favorite,
    public: row.isPublic,
    revision: row.revision,
    ...presentPublished(row),
    ...(row.scheduledRelease === null ? {} : { scheduled_release: row.scheduledRelease }),
    source: row.source,
    size_bytes: row.sizeBytes,
    created_by: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
  if (row.subject !== null) template.subject = row.subject
  if (row.preheader !== null) template.preheader = row.preheader
  const review = presentReviewState(row)
  if (review !== undefined) template.review = review
  const lock = lockOf(row, nowMs)
  if (lock !== undefined) template.locked_by = { ...lock.holder, until: lock.expires_at }
  if (row.deletedAt !== null) template.deleted_at = new Date(row.deletedAt).toISOString()
  return template
}

function presentPublished({ publishedRelease: release, publishedAt, draftDiffers }: TemplateRow) {
  if (release === null) return { publishing: 'on_save', status: 'published', unpublished_changes: false } as const
  if (release === 0) return { publishing: 'by_hand', status: 'draft', unpublished_changes: true } as const
  return {
    publishing: 'by_hand',
    status: 'published',
    published_release: release,
    ...(publishedAt === null ? {} : { published_at: new Date(publishedAt).toISOString() }),
    unpublished_changes: draftDiffers,
  } as const
}
