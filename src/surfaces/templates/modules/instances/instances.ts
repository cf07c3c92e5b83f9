/** Changes the instances of a module: synchronously for some templates, as a job for many. */
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db, Store } from '../../../../platform/storage/index.ts'
import { visibleGuards } from '../../template/index.ts'
import { requireModule } from '../modules.ts'
import { selectVersion } from '../store.ts'
import { type Change, changeTemplates } from './change.ts'
import type { DetachModule, InstanceResults, ModuleJob, SyncModule } from './contract.ts'
import { beginRun } from './run.ts'
import { selectTemplates } from './store.ts'

export interface Instances {
  /** Nested calls of `tx` join the caller's transaction. */
  store: Store
  db: Db
  caller: Caller
}

/**
 * Updates pinned instances to a version, or reports what would change. VERSION_NOT_FOUND for an unknown version. A job above
 * `limits.moduleTemplates` templates.
 */
export async function syncModule(parts: Instances, id: string, body: SyncModule): Promise<InstanceResults | ModuleJob> {
  const { db, caller } = parts
  const module = await requireModule(db, caller, id)
  const { version: wanted = 'latest', template_ids: ids, dry_run: dryRun = false } = body
  const version = wanted === 'latest' ? module.version : wanted
  if ((await selectVersion(db, id, version)) === undefined) {
    fail('VERSION_NOT_FOUND', `The module has no version ${version}.`)
  }
  const answer = await changeInstances(parts, { moduleId: id, version, dryRun }, ids)
  if (!dryRun) await recordAct(db, caller, ['module.synced', id], { version })
  return answer
}

/** Turns instances into blocks with the same appearance. A job above `limits.moduleTemplates` templates. */
export async function detachModule(
  parts: Instances,
  id: string,
  { template_id, node_id: nodeId }: DetachModule,
): Promise<InstanceResults | ModuleJob> {
  const { db, caller } = parts
  await requireModule(db, caller, id)
  if (template_id === undefined && nodeId !== undefined) {
    fail('VALIDATION_FAILED', {
      issues: [{ path: '/node_id', message: 'Provide template_id, the template of the instance.' }],
    })
  }
  const change: Change = { moduleId: id, ...(nodeId === undefined ? {} : { nodeId }) }
  const answer = await changeInstances(parts, change, template_id === undefined ? undefined : [template_id])
  await recordAct(db, caller, ['module.detached', id], { template_id: template_id ?? null, node_id: nodeId ?? null })
  return answer
}

async function changeInstances(
  { store, db, caller }: Instances,
  change: Change,
  given: readonly string[] | undefined,
): Promise<InstanceResults | ModuleJob> {
  // Templates that the caller neither names nor may see are omitted, so that no result discloses them.
  const guards = given === undefined ? await visibleGuards(db, caller) : undefined
  const wanted = { moduleId: change.moduleId, otherThan: change.version, guards }
  const ids = given ?? (await selectTemplates(db, caller.projectId, wanted, limits.moduleTemplates + 1))
  if (ids.length <= limits.moduleTemplates) return { results: await changeTemplates(store, caller, change, ids) }
  return { job_id: await beginRun(db, { caller, change, ...(given === undefined ? {} : { templateIds: [...given] }) }) }
}
