import { clientNetwork } from '../net/index.ts'

/** The owner of work: partitions share slots fairly, independent of how much each of them submits. */
export type Partition =
  /** Requests of one project, divided fairly among its clients: API keys and users of the embedded editor. */
  | { readonly kind: 'project'; readonly projectId: string; readonly client?: string }
  /** Jobs of one project, or of none. They yield to the project's requests, and are limited by their own concurrency. */
  | { readonly kind: 'background'; readonly projectId: string | null }
  /** Unauthenticated callers: one partition for all, with the smallest share, divided fairly by IP address. */
  | { readonly kind: 'anonymous'; readonly ip?: string | undefined }
  /** The process itself: commands and startup. */
  | { readonly kind: 'service' }

/** The submitter of work, and the signal that cancels it. */
export interface WorkContext {
  readonly partition: Partition
  /** Aborts when the result is no longer needed: queued work is removed, running work ended. */
  readonly signal?: AbortSignal | undefined
}

/** Work of the process itself, such as commands, without limits. */
export const serviceWork: WorkContext = { partition: { kind: 'service' } }

/** Scheduling rules for one kind of partition. */
export interface Policy {
  /** Share of the time relative to a project's requests. */
  readonly weight: number
  /** True if its queue is limited in tasks, bytes and time. */
  readonly isBounded: boolean
  /** True if it may use the slot that is reserved for partitions with low usage. */
  readonly mayUseReserve: boolean
}

export const policies: Readonly<Record<Partition['kind'], Policy>> = {
  project: { weight: 1, isBounded: true, mayUseReserve: true },
  background: { weight: 0.25, isBounded: false, mayUseReserve: false },
  anonymous: { weight: 0.125, isBounded: true, mayUseReserve: true },
  service: { weight: 1, isBounded: false, mayUseReserve: true },
}

/** The key of a partition within a scheduler. */
export function keyOf(partition: Partition): string {
  return 'projectId' in partition ? `${partition.kind} ${partition.projectId ?? ''}` : partition.kind
}

/** The client within a partition; for anonymous callers an IPv4 address, or the /64 network of an IPv6 address. */
export function clientOf(partition: Partition): string {
  if (partition.kind === 'project') return partition.client ?? ''
  return partition.kind === 'anonymous' && partition.ip !== undefined ? clientNetwork(partition.ip) : ''
}
