import type { SealContext } from '../../platform/identity/index.ts'

export function secretContext({ id, projectId }: { id: string; projectId: string }): SealContext {
  return { purpose: 'webhook secret', table: 'webhooks', row: id, project: projectId }
}

/** A value opens only under its own name. */
export function headerContext({ id, projectId }: { id: string; projectId: string }, name: string): SealContext {
  return { purpose: 'webhook header', table: 'webhooks', row: `${id} ${name}`, project: projectId }
}
