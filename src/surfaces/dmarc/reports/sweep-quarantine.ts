import { parentDomains } from '../../../deliverability/address/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { countQuarantined } from '../count-quarantined.ts'
import { selectNearest } from '../domains/index.ts'
import { selectQuarantinedNames } from './store.ts'

const atOnce = 200

/**
 * Has reports in quarantine counted whose domain the project has. Usually its addition does; this finds those whose count
 * failed or was interrupted, so that none stays. Returns the number of domains.
 */
export async function sweepQuarantine(store: Store, signal: AbortSignal): Promise<number> {
  const found = new Map<string, { projectId: string; domain: string }>()
  for (let after: { projectId: string; policyDomain: string } | undefined; !signal.aborted;) {
    const names = await selectQuarantinedNames(store.read, { after, limit: atOnce })
    for (const { policyDomain, projectId } of names) {
      const domain = (await selectNearest(store.read, projectId, parentDomains(policyDomain)))?.domain
      if (domain !== undefined) found.set(`${projectId} ${domain}`, { projectId, domain })
    }
    after = names.at(-1)
    if (names.length < atOnce) break
  }
  for (const payload of found.values())
    await store.tx((db) => enqueue(db, countQuarantined, { payload, projectId: payload.projectId }), underLocks)
  return found.size
}
