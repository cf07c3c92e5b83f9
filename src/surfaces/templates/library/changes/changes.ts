/** Creates, updates, deletes, restores and copies one template. Each function requires a transaction. */
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { checkIfMatch, takeWritable } from '../../../../platform/http/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type Content,
  type NewTemplate,
  type Template,
  type UnsignedTemplate,
  authorize,
  changeTemplate,
  createTemplate,
  eraseTemplate,
  findFolder,
  holdExternalId,
  holdExternalIdOf,
  loadDocument,
  loadTemplate,
  presentTemplate,
  requireFolder,
  restoreTemplate,
  trashTemplate,
} from '../../template/index.ts'
import { type CreateTemplate, type DuplicateTemplate, UpdateTemplate } from './contract.ts'

export async function create(
  db: Db,
  caller: Caller,
  body: CreateTemplate,
  content: Content,
): Promise<UnsignedTemplate> {
  const { name, type, tags, external_id: externalId, metadata } = body
  const folder = await folderIn(db, caller, body)
  const input: NewTemplate = { name, type, content, externalId, metadata }
  if (folder !== undefined) input.folder = folder
  if (tags !== undefined) input.tags = tags
  return presentTemplate({ ...(await createTemplate(db, caller, input)), favorite: false }, db.nowMs())
}

export interface Update {
  id: string
  body: UpdateTemplate
  content: Content | undefined
  /** The raw header. */
  ifMatch: string | undefined
}

/**
 * Changes only the members in the body. PRECONDITION_FAILED if If-Match does not quote the stored revision,
 * VALIDATION_FAILED for read-only members that are not as stored.
 */
export async function update(
  db: Db,
  caller: Caller,
  { id, body: given, content, ifMatch }: Update,
): Promise<UnsignedTemplate> {
  await holdExternalId(db, caller, 'template', given.external_id)
  const isPlaced = given.folder !== undefined || given.folder_id !== undefined
  const row = await authorize(db, caller, id, { needs: 'edit_text', changesGuard: isPlaced })
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateTemplate, given, async () =>
    presentTemplate(await loadTemplate(db, caller, id), db.nowMs()),
  )
  const { name, type, tags, external_id: externalId, metadata, message } = body
  // A read returned `folder_id`, so `folder` beside the stored one is the change.
  const isStored = body.folder !== undefined && body.folder_id === row.folderId
  const folder = isStored ? body.folder : await folderIn(db, caller, body)
  await changeTemplate(db, caller, row, {
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { type }),
    ...(folder === undefined ? {} : { folder }),
    ...(tags === undefined ? {} : { tags }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(content === undefined ? {} : { content }),
    ...(message === undefined ? {} : { note: { kind: 'manual', message } }),
  })
  return presentTemplate(await loadTemplate(db, caller, id), db.nowMs())
}

/**
 * The folder of a body, by `folder` or by `folder_id`. VALIDATION_FAILED if both are given and differ, FOLDER_NOT_FOUND for an
 * id of no folder of the project.
 */
async function folderIn(
  db: Db,
  { projectId }: Caller,
  { folder, folder_id: id }: { folder?: string | null; folder_id?: string | null },
): Promise<string | null | undefined> {
  if (id === undefined || id === null) {
    if (id === null && folder != null) failToPlace()
    return id === undefined ? folder : null
  }
  const found = await requireFolder(db, projectId, id)
  if (folder !== undefined && (folder === null || (await findFolder(db, projectId, folder)) !== found)) failToPlace()
  return found
}

function failToPlace(): never {
  const message = 'Names another folder than `folder`; send one of them.'
  fail('VALIDATION_FAILED', { issues: [{ path: '/folder_id', message }] })
}

/** Moves to the trash, or erases. */
export async function remove(
  db: Db,
  caller: Caller,
  { id, permanent, ifMatch }: { id: string; permanent: boolean; ifMatch?: string | undefined },
): Promise<void> {
  const row = await authorize(db, caller, id, { inTrash: permanent })
  checkIfMatch(ifMatch, row.revision)
  if (permanent) await eraseTemplate(db, caller, row)
  else await trashTemplate(db, caller, row)
}

/**
 * TEMPLATE_NOT_IN_TRASH if the template is not in the trash, EXTERNAL_ID_TAKEN if another template took its external id
 * meanwhile.
 */
export async function restore(db: Db, caller: Caller, id: string): Promise<UnsignedTemplate> {
  await holdExternalIdOf(db, caller, id)
  const row = await authorize(db, caller, id, { inTrash: true, changesGuard: true })
  if (row.deletedAt === null) fail('TEMPLATE_NOT_IN_TRASH')
  await restoreTemplate(db, caller, row)
  return presentTemplate(await loadTemplate(db, caller, id), db.nowMs())
}

/** Copies one of the project's own templates, or a public one, into the caller's project. */
export async function duplicate(
  db: Db,
  caller: Caller,
  id: string,
  body: DuplicateTemplate,
): Promise<UnsignedTemplate> {
  const { template, document } = await loadDocument(db, caller, id)
  const folder = await folderIn(db, caller, body)
  const copy = await createTemplate(db, caller, {
    name: body.name ?? copyName(template.name),
    type: template.type as Template['type'],
    folder: folder === undefined ? template.folderId : folder,
    tags: template.tags,
    metadata: template.metadata,
    content: { document, source: template.source },
  })
  return presentTemplate({ ...copy, favorite: false }, db.nowMs())
}

function copyName(name: string): string {
  const suffix = ' (copy)'
  return [...name].slice(0, limits.nameLength - suffix.length).join('') + suffix
}
