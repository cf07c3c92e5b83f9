import type { CatchAllMemory } from './catch-all.ts'
import type { Egress, EgressPool } from './egress.ts'
import type { Group } from './group.ts'
import type { Job } from './job.ts'
import type { ProbingLimits } from './limits.ts'
import type { Shared } from './shared/sharing.ts'

interface RecollectionParts {
  readonly shared: Pick<Shared, 'read' | 'write'>
  readonly limits: Pick<ProbingLimits, 'blockedMs' | 'portCheckMs' | 'catchAllMs'>
  readonly pool: EgressPool
  readonly catchAll: CatchAllMemory
  groupOf(egress: Egress, job: Job): Group
}

/** What is found out about servers, told to other processes and to those after a restart, and heard from them. */
export interface Recollection {
  /** Resolves when what others know of the servers of a job is known here. */
  recall(job: Job): Promise<void>
  noteCatchAll(domain: string, isCatchAll: boolean): void
  /** These servers block an egress: at one domain, or at all of them too. */
  noteBlock(group: Group, domain: string, isForAll: boolean): void
  /** A check found port 25 blocked for an egress. */
  notePortBlock(egress: Egress): void
}

/** Recollection over notes. Their keys hold domains and ways out, never an address. */
export function createRecollection({ catchAll, groupOf, limits, pool, shared }: RecollectionParts): Recollection {
  return {
    async recall(job) {
      const { domain } = job.target
      const ways = pool.all.map((egress) => ({ egress, keys: keysOf(egress, job.group, domain) }))
      const names = ways.flatMap(({ keys }) => [keys.closed, keys.blocked, keys.blockedAtDomain])
      const found = await shared.read([catchAllKey(domain), ...names])
      const known = found.get(catchAllKey(domain))
      if (known !== undefined) catchAll.set(domain, known.value === 'yes', known.leftMs)
      for (const { egress, keys } of ways) {
        const [closed, blocked, atDomain] = [keys.closed, keys.blocked, keys.blockedAtDomain].map((key) =>
          found.get(key),
        )
        if (closed !== undefined) pool.learn(egress, closed.leftMs)
        if (blocked !== undefined) groupOf(egress, job).breaker.learn(undefined, blocked.leftMs)
        if (atDomain !== undefined) groupOf(egress, job).breaker.learn(domain, atDomain.leftMs)
      }
    },
    noteCatchAll(domain, isCatchAll) {
      catchAll.set(domain, isCatchAll)
      shared.write(catchAllKey(domain), { value: isCatchAll ? 'yes' : 'no', leftMs: limits.catchAllMs })
    },
    noteBlock({ egress, key }, domain, isForAll) {
      const { blocked, blockedAtDomain } = keysOf(egress, key, domain)
      shared.write(blockedAtDomain, { value: 'yes', leftMs: limits.blockedMs })
      if (isForAll) shared.write(blocked, { value: 'yes', leftMs: limits.blockedMs })
    },
    notePortBlock(egress) {
      shared.write(keysOf(egress, '', '').closed, { value: 'yes', leftMs: limits.portCheckMs })
    },
  }
}

function catchAllKey(domain: string): string {
  return `catch-all ${domain}`
}

function keysOf({ sharedId }: Egress, group: string, domain: string) {
  return {
    closed: `closed ${sharedId}`,
    blocked: `blocked ${sharedId} ${group}`,
    blockedAtDomain: `blocked ${sharedId} ${group} ${domain}`,
  }
}
