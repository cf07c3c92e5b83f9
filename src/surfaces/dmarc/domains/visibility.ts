/** Which groups of domains a caller may see, and so which domains. */
import { type Caller, hasScope } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectGroupsOfOthers } from './group-store.ts'

/** A caller, as far as it decides what is visible. */
export type Viewer = Pick<Caller, 'projectId' | 'actor' | 'scopes'>

/**
 * Names of the groups that the caller may not see: those with members, for an account that is neither one of them nor an
 * owner or admin. Keys see every domain of their project.
 */
export async function selectHiddenGroups(db: Db, { actor, projectId, scopes }: Viewer): Promise<ReadonlySet<string>> {
  if (actor.kind !== 'user' || hasScope({ scopes }, 'admin')) return new Set()
  return new Set(await selectGroupsOfOthers(db, projectId, actor.id))
}

/** True if the caller may see a domain of its project in this group. */
export async function isVisible(db: Db, viewer: Viewer, groupName: string | null): Promise<boolean> {
  return groupName === null || !(await selectHiddenGroups(db, viewer)).has(groupName)
}
