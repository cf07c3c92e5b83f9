import { clientNetwork } from '../net/index.ts'

/** Whose work it is: partitions share slots fairly, whatever each of them submits. */
export type Partition =
  /** Requests of one project, divided fairly among its clients: API keys and users of the embedded editor. */
  | { readonly kind: 'project'; readonly projectId: string; readonly client?: string }
  /** Jobs of one project, or of none. They yield to the project's requests, and are bounded by their own concurrency. */
  | { readonly kind: 'background'; readonly projectId: string | null }
  /** Callers without credentials: one partition for all, with the smallest share, divided fairly by IP address. */
  | { readonly kind: 'anonymous'; readonly ip?: string | undefined }
  /** The process itself: commands and start-up. */
  | { readonly kind: 'service' }

/** Who submits work, and until when the result is wanted. */
export interface WorkContext {
  readonly partition: Partition
  /** Aborts when nobody waits for the result any more: waiting work is removed, running work ended. */
  readonly signal?: AbortSignal | undefined
}

/** Work of the process itself, such as commands, which nothing bounds. */
export const serviceWork: WorkContext = { partition: { kind: 'service' } }

/** How the partitions of one kind are served. */
export interface Policy {
  /** Share of the time relative to a project's requests. */
  readonly weight: number
  /** True if its queue is bounded in tasks, bytes and time. */
  readonly isBounded: boolean
  /** True if it may use the slot that is kept for partitions with little use. */
  readonly mayUseReserve: boolean
}

export const policies: Readonly<Record<Partition['kind'], Policy>> = {
  project: { weight: 1, isBounded: true, mayUseReserve: true },
  background: { weight: 0.25, isBounded: false, mayUseReserve: false },
  anonymous: { weight: 0.125, isBounded: true, mayUseReserve: true },
  service: { weight: 1, isBounded: false, mayUseReserve: true },
}

/** The name of a partition within a scheduler. */
export function keyOf(partition: Partition): string {
  return 'projectId' in partition ? `${partition.kind} ${partition.projectId ?? ''}` : partition.kind
}

/** What counts as one client within a partition; among anonymous callers an IPv4 address, or the /64 network of an IPv6 address. */
export function clientOf(partition: Partition): string {
  if (partition.kind === 'project') return partition.client ?? ''
  return partition.kind === 'anonymous' && partition.ip !== undefined ? clientNetwork(partition.ip) : ''
}
