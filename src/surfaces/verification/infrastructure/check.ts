import { asciiDomain } from '../../../engines/address/index.ts'
import type { Checked } from '../../../engines/findings/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { reserve, settle } from '../credits/index.ts'
import { type CheckInfrastructure, type CheckName, type InfrastructureCheck, checkNames, weights } from './contract.ts'
import { type InfrastructureParts, measure } from './measure.ts'

/**
 * Checks a domain for one credit, which goes back when nothing could be measured. VALIDATION_FAILED for what is no domain;
 * INSUFFICIENT_CREDITS before anybody is asked.
 */
export async function checkInfrastructure(
  parts: InfrastructureParts,
  caller: Caller,
  { checks: names = checkNames, domain: given, selectors = [] }: CheckInfrastructure,
): Promise<{ check: InfrastructureCheck; remaining: number | null }> {
  const { store } = parts
  const domain = asciiDomain(given.replace(/\.$/, ''))
  if (domain === undefined || !/\.[a-z][a-z0-9-]*$/.test(domain))
    fail('VALIDATION_FAILED', { issues: [{ path: '/domain', message: 'this is no domain' }] })
  const hold = await store.tx((db) => reserve(db, caller, { operation: 'infrastructure', credits: 1 }), 'process')
  let charged = 0
  try {
    const checks = await measure(parts, domain, { names, selectors })
    const score = scoreOf(checks)
    charged = score === null ? 0 : 1
    const ended = await store.tx((db) => settle(db, hold.id, { charged }))
    return { check: present(domain, { checks, score, charged }), remaining: ended?.remaining ?? hold.remaining }
  } catch (error) {
    await store.tx((db) => settle(db, hold.id, { charged: 0 }))
    throw error
  }
}

/** What is reached of what the checks that could be made can give, of a hundred; null where none could. */
function scoreOf(checks: Partial<Record<CheckName, Checked>>): number | null {
  let [reached, possible] = [0, 0]
  for (const [name, { share, state }] of Object.entries(checks) as [CheckName, Checked][]) {
    if (state === 'unmeasured') continue
    reached += weights[name] * share
    possible += weights[name]
  }
  return possible === 0 ? null : Math.round((reached / possible) * 100)
}

function present(
  domain: string,
  { charged, checks, score }: { charged: number; checks: Partial<Record<CheckName, Checked>>; score: number | null },
): InfrastructureCheck {
  const shown = Object.entries(checks).map(([name, { share: _share, ...rest }]) => {
    if (name !== 'dkim') return [name, rest]
    const { keys = [], tried = 0, ...more } = rest as typeof rest & { keys?: { isRevoked: boolean }[]; tried?: number }
    return [name, { ...more, tried, keys: keys.map(({ isRevoked, ...key }) => ({ ...key, revoked: isRevoked })) }]
  })
  return { domain, score, checks: Object.fromEntries(shown), credits_used: charged } as InfrastructureCheck
}
