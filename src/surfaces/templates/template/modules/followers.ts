/** Permission checks for changes that are visible in other templates through a module. */
import { fail } from '../../../../kernel/errors/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { editableGuards } from '../access/access.ts'
import { isShownBehind } from './store.ts'

/**
 * Fails with PERMISSION_DENIED if a new version of the module would change a template that the caller may not edit: one that
 * shows the latest version, directly or through other modules. The message does not name the template, because the caller
 * may not be allowed to see it.
 */
export async function requireEditOfFollowers(db: Db, caller: Caller, moduleId: string): Promise<void> {
  const guards = await editableGuards(db, caller)
  if (guards === undefined) return
  if (!(await isShownBehind(db, caller.projectId, { moduleId, guards, version: 'latest' }))) return
  fail(
    'PERMISSION_DENIED',
    'A template that you may not edit uses the latest version of this module. Duplicate the module, or ask a user ' +
      'who may edit that template.',
  )
}

/** Fails with PERMISSION_DENIED if a template that the caller may not edit has an instance of the module, trash included. */
export async function requireEditOfInstances(db: Db, caller: Caller, moduleId: string): Promise<void> {
  const guards = await editableGuards(db, caller)
  if (guards === undefined) return
  if (!(await isShownBehind(db, caller.projectId, { moduleId, guards, version: 'any' }))) return
  fail('PERMISSION_DENIED', 'A template that you may not edit uses this module.')
}
