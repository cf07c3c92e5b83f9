import type { SealContext } from '../../platform/identity/index.ts'

export function secretContext({ id, projectId }: { id: string; projectId: string }): SealContext {
  return { purpose: 'webhook secret', table: 'webhooks', row: id, project: projectId }
}
