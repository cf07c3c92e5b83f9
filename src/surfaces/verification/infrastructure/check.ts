import { asciiDomain } from '../../../deliverability/address/index.ts'
import type { Checked } from '../../../deliverability/findings/index.ts'
import { readIp } from '../../../deliverability/ip/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { reserve, reserving, settle, settling } from '../credits/index.ts'
import { type CheckInfrastructure, type CheckName, type InfrastructureCheck, checkNames, weights } from './contract.ts'
import { type InfrastructureDeps, measure } from './measure.ts'
import { checkSenders } from './senders.ts'

/**
 * Costs one credit, released if nothing could be measured. VALIDATION_FAILED for an invalid domain or IP address;
 * INSUFFICIENT_CREDITS before any query is sent.
 */
export async function checkInfrastructure(
  parts: InfrastructureDeps,
  caller: Caller,
  { checks: names = [...checkNames], domain: given, ips, selectors = [] }: CheckInfrastructure,
): Promise<{ check: InfrastructureCheck; remaining: number | null }> {
  const { store } = parts
  const domain = asciiDomain(given.replace(/\.$/, ''))
  if (domain === undefined || !/\.[a-z][a-z0-9-]*$/.test(domain))
    refuse('/domain', 'not a domain: send a domain name such as example.com')
  const strange = ips?.findIndex((ip) => readIp(ip) === undefined) ?? -1
  if (strange >= 0) refuse(`/ips/${strange}`, 'not an IP address: send an IPv4 or IPv6 address such as 192.0.2.25')
  const hold = await store.tx((db) => reserve(db, caller, { operation: 'infrastructure', credits: 1 }), reserving)
  let charged = 0
  try {
    const { make, resolve } = measure(parts, domain)
    const [checks, senders] = await Promise.all([
      make(names, selectors),
      ips === undefined ? undefined : checkSenders(domain, ips, resolve),
    ])
    const breakdown = scoreOf(checks)
    const isMeasured = breakdown.length > 0 || senders?.some(({ spf }) => spf.result !== 'temperror') === true
    charged = isMeasured ? 1 : 0
    const ended = await store.tx((db) => settle(db, hold.id, { charged }), settling)
    const check = {
      ...present(domain, checks, breakdown),
      ...(senders === undefined ? {} : { senders }),
      credits_used: charged,
    }
    return { check: check as InfrastructureCheck, remaining: ended?.remaining ?? hold.remaining }
  } catch (error) {
    await store.tx((db) => settle(db, hold.id, { charged: 0 }), settling)
    throw error
  }
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}

interface Points {
  readonly check: CheckName
  readonly points: number
  readonly of: number
}

/** Points of each measured check and their maximum (`of`). */
function scoreOf(checks: Partial<Record<CheckName, Checked>>): Points[] {
  return checkNames.flatMap((name) => {
    const check = checks[name]
    if (check === undefined || check.state === 'unmeasured') return []
    return [{ check: name, points: Math.round(weights[name] * check.share * 10) / 10, of: weights[name] }]
  })
}

function present(domain: string, checks: Partial<Record<CheckName, Checked>>, breakdown: readonly Points[]) {
  const [reached, possible] = breakdown.reduce(([sum, all], { of, points }) => [sum + points, all + of], [0, 0])
  return {
    domain,
    score: possible === 0 ? null : Math.round((reached / possible) * 100),
    score_breakdown: breakdown,
    checks: presentChecks(checks),
  }
}

/** Checks in the shape of the API. */
export function presentChecks(checks: Partial<Record<CheckName, Checked>>): ShownChecks {
  const shown = Object.entries(checks).map(([name, { share: _share, ...rest }]) => [name, shape(name, rest)])
  return Object.fromEntries(shown) as ShownChecks
}

type ShownChecks = InfrastructureCheck['checks']

function shape(name: string, check: object): object {
  if (name === 'dkim') {
    const { keys = [], ...rest } = check as { keys?: readonly { isRevoked: boolean }[] }
    return { ...rest, keys: keys.map(({ isRevoked, ...key }) => ({ ...key, revoked: isRevoked })) }
  }
  if (name !== 'spf') return check
  const { steps, ...rest } = check as { steps?: readonly { isVoid?: boolean }[] }
  if (steps === undefined) return rest
  return { ...rest, steps: steps.map(({ isVoid, ...step }) => (isVoid === true ? { ...step, void: true } : step)) }
}
