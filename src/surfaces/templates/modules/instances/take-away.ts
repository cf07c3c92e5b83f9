import { detachModules, isModuleUse } from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { cleanDocument, loadModulesIn, withStored } from '../../template/index.ts'
import { documentOf, readFragment } from '../content.ts'
import { changeModule, requireModule } from '../modules.ts'
import * as rows from '../store.ts'

/**
 * Deletes a module that no template uses; modules that contain it get a new version with its content inlined. False if a
 * template uses it.
 */
export async function takeAway(db: Db, caller: Caller, module: rows.ModuleRow): Promise<boolean> {
  const { projectId } = caller
  await rows.lockModules(db, projectId)
  const holders = await rows.selectHolders(db, projectId, module.id)
  for (const id of holders) await detachInModule(db, caller, id, module.id)
  // Waits for concurrent saves that use the module, then counts their instances.
  await rows.lockModule(db, projectId, module.id)
  if ((await requireModule(db, caller, module.id)).usageCount > 0) return false
  await rows.deleteModule(db, projectId, module.id)
  await recordAct(db, caller, ['module.deleted', module.id], { name: module.name })
  return true
}

async function detachInModule(db: Db, caller: Caller, id: string, gone: string): Promise<void> {
  const row = await requireModule(db, caller, id)
  const { content } = (await rows.selectVersion(db, id, row.version)) ?? fail('MODULE_NOT_FOUND')
  const { lookup } = await loadModulesIn(db, caller.projectId, content.nodes)
  const isMeant = ({ ref }: { ref: { id: string } }) => ref.id === gone
  const detached = detachModules(documentOf(content), lookup, isMeant)
  const { rows: nodes, assets, translations } = withStored(detached, () => cleanDocument(detached))
  if (nodes.some((node) => isModuleUse(node) && isMeant(node))) return
  const next = readFragment(
    {
      nodes,
      ...(assets === undefined ? {} : { assets }),
      ...(translations === undefined ? {} : { translations: translations.locales }),
    },
    content,
  )
  await changeModule(db, caller, row, { content: next, message: 'Detached a module' })
}
