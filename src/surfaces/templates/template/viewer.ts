import type { Caller } from '../../../platform/identity/index.ts'
import type { Viewer } from './store.ts'

/** Favorite marks of API keys are shared within the project; users have their own. */
export function viewerOf(caller: Caller): Viewer {
  const { kind, id } = caller.actor
  return { projectId: caller.projectId, owner: kind === 'api_key' ? 'project' : `${kind}:${id}` }
}
