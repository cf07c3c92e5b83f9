/** Creates, updates, deletes, restores and copies one template. Each function requires a transaction. */
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { checkIfMatch } from '../../../../platform/http/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type Content,
  type NewTemplate,
  type Template,
  authorize,
  changeTemplate,
  createTemplate,
  eraseTemplate,
  holdExternalId,
  holdExternalIdOf,
  loadDocument,
  loadTemplate,
  presentTemplate,
  restoreTemplate,
  trashTemplate,
} from '../../template/index.ts'
import type { CreateTemplate, DuplicateTemplate, UpdateTemplate } from './contract.ts'

export async function create(
  db: Db,
  caller: Caller,
  { name, type, folder, tags, external_id: externalId, metadata }: CreateTemplate,
  content: Content,
): Promise<Template> {
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

/** Changes only the members in the body. PRECONDITION_FAILED if If-Match does not quote the stored revision. */
export async function update(db: Db, caller: Caller, { id, body, content, ifMatch }: Update): Promise<Template> {
  await holdExternalId(db, caller, 'template', body.external_id)
  const row = await authorize(db, caller, id, { needs: 'edit_text', changesGuard: body.folder !== undefined })
  checkIfMatch(ifMatch, row.revision)
  const { name, type, folder, tags, external_id: externalId, metadata, message } = body
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

/** Moves to the trash, or erases. */
export async function remove(
  db: Db,
  caller: Caller,
  { id, permanent }: { id: string; permanent: boolean },
): Promise<void> {
  const row = await authorize(db, caller, id, { inTrash: permanent })
  if (permanent) await eraseTemplate(db, caller, row)
  else await trashTemplate(db, caller, row)
}

/**
 * TEMPLATE_NOT_IN_TRASH if the template is not in the trash, EXTERNAL_ID_TAKEN if another template took its external id
 * meanwhile.
 */
export async function restore(db: Db, caller: Caller, id: string): Promise<Template> {
  await holdExternalIdOf(db, caller, id)
  const row = await authorize(db, caller, id, { inTrash: true, changesGuard: true })
  if (row.deletedAt === null) fail('TEMPLATE_NOT_IN_TRASH')
  await restoreTemplate(db, caller, row)
  return presentTemplate(await loadTemplate(db, caller, id), db.nowMs())
}

/** Copies one of the project's own templates, or a public one, into the caller's project. */
export async function duplicate(db: Db, caller: Caller, id: string, body: DuplicateTemplate): Promise<Template> {
  const { template, document } = await loadDocument(db, caller, id)
  const copy = await createTemplate(db, caller, {
    name: body.name ?? copyName(template.name),
    type: template.type as Template['type'],
    folder: body.folder === undefined ? template.folderId : body.folder,
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
