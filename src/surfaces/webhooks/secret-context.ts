import type { SealContext } from '../../platform/identity/index.ts'

/** What a secret of a webhook is sealed for. */
export function secretContext({ id, projectId }: { id: string; projectId: string }): SealContext {
  return { purpose: 'webhook secret', table: 'webhooks', row: id, project: projectId }
}
