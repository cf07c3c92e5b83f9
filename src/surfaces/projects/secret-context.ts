import type { SealContext } from '../../platform/identity/index.ts'

/** What the Secret Key of a project is sealed for, the present one and the one before. */
export function secretContext(projectId: string): SealContext {
  return { purpose: 'plugin secret', table: 'projects', row: projectId, project: projectId }
}
