import type { SealContext } from '../../platform/identity/index.ts'

/** Seal context of a project's Secret Keys, the current and the replaced one. */
export function secretContext(projectId: string): SealContext {
  return { purpose: 'plugin secret', table: 'projects', row: projectId, project: projectId }
}
