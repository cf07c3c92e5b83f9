import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { checkIfMatch } from '../../../../platform/http/index.ts'
import { changeTemplates } from './change.ts'
import type { ModuleJob } from './contract.ts'
import type { Instances } from './instances.ts'
import { beginRun } from './run.ts'
import { selectTemplates } from './store.ts'
import { takeAway } from './take-away.ts'
import { requireEditOfInstances } from '../../template/index.ts'
import { requireModule } from '../modules.ts'
import { lockModules } from '../store.ts'

/**
 * Deletes a module. MODULE_IN_USE with the number of its instances while there are any. With `detach` they become blocks
 * first: in all templates, or, if one fails, in none. Above `limits.moduleTemplates` templates a job detaches as many as
 * possible and deletes the module when no instance is left.
 */
export async function removeModule(
  { store, db, caller }: Instances,
  id: string,
  { detach, ifMatch }: { detach: boolean; ifMatch?: string | undefined },
): Promise<ModuleJob | undefined> {
  if (ifMatch !== undefined) await lockModules(db, caller.projectId)
  const module = await requireModule(db, caller, id)
  checkIfMatch(ifMatch, module.revision)
  await requireEditOfInstances(db, caller, id)
  if (detach) {
    const change = { moduleId: id }
    const ids = await selectTemplates(db, caller.projectId, change, limits.moduleTemplates + 1)
    if (ids.length > limits.moduleTemplates) return { job_id: await beginRun(db, { caller, change, deletes: true }) }
    const failed = (await changeTemplates(store, caller, change, ids)).filter(({ ok }) => !ok)
    if (failed.length > 0) {
      const detail = `${failed.length === 1 ? '1 template was not detached' : `${failed.length} templates keep their instances`}; see results for the reasons.`
      fail('MODULE_IN_USE', { detail, extra: { usage_count: module.usageCount, results: failed } })
    }
  } else if (module.usageCount > 0) refuse(module.usageCount)
  if (!(await takeAway(db, caller, module))) refuse((await requireModule(db, caller, id)).usageCount)
  return undefined
}

function refuse(count: number): never {
  const detail = `The module has ${count} instance${count === 1 ? '' : 's'}; detach=true converts them to blocks first.`
  fail('MODULE_IN_USE', { detail, extra: { usage_count: count } })
}
