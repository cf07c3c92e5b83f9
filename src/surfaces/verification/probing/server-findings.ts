import type { BlockScope } from './breaker.ts'
import { type CatchAllCache, catchAllName, randomLocalName } from './catch-all.ts'
import type { Egress, EgressPool } from './egress.ts'
import { projectOf } from './evidence.ts'
import type { HostGroup } from './group.ts'
import type { ProbeJob } from './job.ts'
import type { ProbingLimits } from './limits.ts'
import type { Shared } from './shared/sharing.ts'

interface ServerFindings {
  readonly shared: Pick<Shared, 'read' | 'write'>
  readonly limits: Pick<ProbingLimits, 'blockedMs' | 'portCheckMs' | 'catchAllMs'>
  readonly pool: EgressPool
  readonly catchAll: CatchAllCache
  groupOf(egress: Egress, job: ProbeJob): HostGroup
}

/** Persists findings about servers, and shares them with other processes. */
export interface Recollection {
  /** Applies stored findings about the servers of a job; resolves when done. */
  load(job: ProbeJob): Promise<void>
  noteCatchAll(name: string, isCatchAll: boolean): void
  /** Stores a block of an egress: for the domain, and for a wider scope. */
  noteBlock(group: HostGroup, job: ProbeJob, scope: BlockScope): void
  /** Stores that port 25 is blocked for an egress. */
  notePortBlock(egress: Egress): void
}

const scopes: readonly BlockScope[] = ['domain', 'project', 'all']

/** Keys contain domains, projects and egress ids, never an email address. */
export function createServerFindings({ catchAll, groupOf, limits, pool, shared }: ServerFindings): Recollection {
  return {
    async load(job) {
      const { domain } = job.target
      const modes = pool.all.map((egress) => ({ egress, keys: keysOf(egress, job) }))
      const names = modes.flatMap(({ keys }) => Object.values(keys))
      const kinds = [catchAllName(job.target), randomLocalName(job.target)]
      const found = await shared.read([...kinds.map(catchAllKey), ...names])
      for (const kind of kinds) {
        const known = found.get(catchAllKey(kind))
        if (known !== undefined) catchAll.set(kind, known.value === 'yes', known.leftMs)
      }
      for (const { egress, keys } of modes) {
        const closed = found.get(keys.closed)
        if (closed !== undefined) pool.learn(egress, closed.leftMs)
        for (const scope of scopes) {
          const blocked = found.get(keys[scope])
          const of = scope === 'project' ? projectOf(job) : domain
          if (blocked !== undefined) groupOf(egress, job).breaker.learn(scope, of, blocked.leftMs)
        }
      }
    },
    noteCatchAll(name, isCatchAll) {
      catchAll.set(name, isCatchAll)
      shared.write(catchAllKey(name), { value: isCatchAll ? 'yes' : 'no', leftMs: limits.catchAllMs })
    },
    noteBlock({ egress }, job, scope) {
      const keys = keysOf(egress, job)
      for (const each of new Set<BlockScope>(['domain', scope]))
        shared.write(keys[each], { value: 'yes', leftMs: limits.blockedMs })
    },
    notePortBlock(egress) {
      shared.write(closedKey(egress), { value: 'yes', leftMs: limits.portCheckMs })
    },
  }
}

function catchAllKey(name: string): string {
  return `catch-all ${name}`
}

function keysOf(egress: Egress, job: ProbeJob) {
  const all = `blocked ${egress.sharedId} ${job.group}`
  const domain = `${all} ${job.target.domain}`
  return { closed: closedKey(egress), all, domain, project: `${all} ${projectOf(job)}` }
}

function closedKey({ sharedId }: Egress): string {
  return `closed ${sharedId}`
}
