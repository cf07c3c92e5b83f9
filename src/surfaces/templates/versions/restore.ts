/** Restores the whole document of a version, or some of its nodes; or copies a version into a new template. */
import { blockTypes } from '../../../email/blocks/index.ts'
import { type EmailDocument, applyOperations, restoreNodes } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type Template,
  type UnsignedTemplate,
  authorize,
  changeTemplate,
  createTemplate,
  findDocument,
  loadTemplate,
  presentTemplate,
  readVersion,
  refuseDocument,
} from '../template/index.ts'
import type { DuplicateVersion, RestoreVersion, RestoredVersion } from './contract.ts'
import { loadVersion, requireVersion } from './versions.ts'

/**
 * Restores the whole document or only the chosen nodes with their content, as a new version. A deleted node returns to its
 * previous position; nodes that the version does not contain are reported.
 */
export async function restoreVersion(
  db: Db,
  caller: Caller,
  { id, versionId }: { id: string; versionId: string },
  { nodes }: RestoreVersion,
): Promise<Omit<RestoredVersion, 'template'> & { template: UnsignedTemplate }> {
  // Below `edit`, `changeTemplate` refuses all but changes of texts.
  const row = await authorize(db, caller, id, { needs: 'edit_text' })
  const version = await requireVersion(db, id, versionId)
  const wanted = await readVersion(db, version)
  const current = (await findDocument(db, caller.projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const { document, missing } = nodes === undefined ? { document: wanted, missing: [] } : pick(current, wanted, nodes)
  const what = nodes === undefined ? '' : `${nodes.length - missing.length} of its blocks, `
  const note = { kind: 'manual', message: `Restored ${what}version ${version.number}` } as const
  await changeTemplate(db, caller, row, { content: { document, source: row.source }, note })
  return { template: presentTemplate(await loadTemplate(db, caller, id), db.nowMs()), missing_nodes: missing }
}

export async function duplicateVersion(
  db: Db,
  caller: Caller,
  { id, versionId }: { id: string; versionId: string },
  body: DuplicateVersion,
): Promise<UnsignedTemplate> {
  const template = await loadTemplate(db, caller, id)
  const { row, document } = await loadVersion(db, caller, id, versionId)
  const copy = await createTemplate(db, caller, {
    name: body.name ?? `${[...template.name].slice(0, limits.nameLength - 20).join('')} (version ${row.number})`,
    type: template.type as Template['type'],
    folder: body.folder === undefined ? template.folderId : body.folder,
    tags: template.tags,
    content: { document, source: template.source },
  })
  return presentTemplate({ ...copy, favorite: false }, db.nowMs())
}

function pick(current: EmailDocument, version: EmailDocument, nodes: readonly string[]) {
  const restored = restoreNodes({ current, version }, nodes, blockTypes)
  if ('issues' in restored) fail('DOCUMENT_INVALID', { issues: restored.issues })
  const applied = applyOperations(current, restored.operations, blockTypes)
  if ('issues' in applied) refuseDocument(applied, (path) => path)
  return { document: applied.document, missing: restored.missing }
}
