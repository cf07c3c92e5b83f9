import { asciiDomain } from '../../../deliverability/address/index.ts'
import {
  type Learned,
  type NameParts,
  confidenceOf,
  isOneName,
  isPattern,
  proposeCandidates,
  rankPatterns,
  readName,
} from '../../../deliverability/finder/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { TakeQuota } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { balanceOf, reserve, reserving, settle, settling } from '../credits/index.ts'
import { type AddressHash, recall, cache } from '../cache/index.ts'
import { learnPatterns, selectPatterns } from '../patterns/index.ts'
import { type Findings, type Verifier, presentResult } from '../verifier/index.ts'
import type { FindEmail, FoundEmail } from './contract.ts'
import { type Search, searchAddress } from './search.ts'

export interface FinderDeps {
  readonly store: Store
  readonly verifier: Pick<Verifier, 'verify' | 'findMail' | 'lists' | 'probe'>
  readonly hashOf: AddressHash
  /** Rate limit of searches per project and domain. */
  readonly takeSearch: TakeQuota
}

/** Credits of a search that finds a probable address. */
const price = 2
/** Results below this confidence are free. */
const worthPaying = 35

/**
 * Finds the email address of a person. VALIDATION_FAILED for an invalid domain and for names in scripts that cannot be
 * romanized; RATE_LIMIT_EXCEEDED for too many searches at one domain; INSUFFICIENT_CREDITS before any query is sent.
 */
export async function findEmail(
  parts: FinderDeps,
  caller: Caller,
  options: FindEmail,
): Promise<{ found: FoundEmail; remaining: number | null }> {
  const { store, takeSearch, verifier } = parts
  const domain = readMailDomain(options.domain)
  const name = readPerson(options, domain)
  const lists = await verifier.lists()
  // At public providers the first registrant gets a name, so a guess proves nothing about a person.
  if (lists.isFree(domain) || lists.isDisposable(domain) || lists.isRelay(domain)) {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { found: nothing('shared_domain', domain), remaining }
  }
  await takeSearch(`${caller.projectId} ${domain}`, {})
  const hold = await store.tx((db) => reserve(db, caller, { operation: 'find_email', credits: price }), reserving)
  try {
    const learned = await selectPatterns(store.read, caller.projectId, domain)
    const known = learned.flatMap(({ pattern, ...counts }) => (isPattern(pattern) ? [{ pattern, ...counts }] : []))
    const candidates = proposeCandidates(name, rankPatterns(known), limits.finderGuesses)
    const signal = AbortSignal.timeout(limits.verifySeconds * 1000)
    const search = await searchAddress(verifier, { candidates, domain, project: caller.projectId }, signal)
    const { findings, found } = await describe(parts, search, { domain, learned: known })
    const ended = await store.tx(async (db) => {
      if (findings !== undefined) await keep(db, parts, { caller, domain, findings, search })
      return settle(db, hold.id, { charged: found.credits_used })
    }, underLocks)
    return { found, remaining: ended?.remaining ?? hold.remaining }
  } catch (error) {
    await store.tx((db) => settle(db, hold.id, { charged: 0 }), settling)
    throw error
  }
}

/** Converts a domain to A-labels; VALIDATION_FAILED, with the path `/domain`, for anything that cannot receive mail. */
export function readMailDomain(text: string): string {
  const domain = asciiDomain(text.trim())
  if (domain?.includes('.') !== true || !/[a-z]/.test(domain.slice(domain.lastIndexOf('.') + 1)))
    fail('VALIDATION_FAILED', { issues: [{ path: '/domain', message: 'Must be a domain, such as example.com.' }] })
  return domain
}

function readPerson({ first_name: first, last_name: last, middle_name: middle }: FindEmail, domain: string): NameParts {
  const name = readName({ first, last, ...(middle === undefined ? {} : { middle }) }, { domain })
  if (!('unreadable' in name)) return name
  const message =
    'Must be in Latin letters, as the person spells it, because names in this script have several romanizations.'
  return fail('VALIDATION_FAILED', { issues: [{ path: `/${name.unreadable}_name`, message }] })
}

function nothing(reason: FoundEmail['reason'], domain: string): FoundEmail {
  return {
    email: null,
    confidence: 0,
    confidence_breakdown: [],
    label: null,
    reason,
    domain,
    candidates: [],
    credits_used: 0,
  }
}

async function describe(
  { verifier }: FinderDeps,
  search: Search,
  { domain, learned }: { domain: string; learned: readonly Learned[] },
) {
  const candidates = search.tried.map(({ address, outcome, pattern, share }) => ({
    email: address.text,
    pattern,
    share: Math.round(share * 1000) / 1000,
    outcome: outcome ?? ('not_asked' as const),
  }))
  const { found: answered, retryAfterMs } = search
  if (answered === undefined) {
    const retryAfter = retryAfterMs === undefined ? {} : { retry_after: Math.max(1, Math.ceil(retryAfterMs / 1000)) }
    return { findings: undefined, found: { ...nothing(search.ending, domain), candidates, ...retryAfter } }
  }
  const { probe, proof, tried } = answered
  const counts = learned.find(({ pattern }) => pattern === tried.pattern)
  // An address of one name may belong to a namesake, unless the domain is known to use this pattern.
  const isDoubtful = isOneName(tried.pattern) && (counts?.verified ?? 0) === 0
  const { breakdown, confidence, label } = confidenceOf(proof, tried.share, { isOneName: isDoubtful })
  const depth = { skipsSmtp: false, includesDomain: false, includesGravatar: false }
  const findings = await verifier.verify(tried.address, depth, AbortSignal.timeout(1), { said: probe })
  const found: FoundEmail = {
    email: tried.address.text,
    confidence,
    confidence_breakdown: breakdown.map((term) => ({ ...term })),
    label,
    reason: search.ending,
    domain,
    pattern: tried.pattern,
    learned: { verified: counts?.verified ?? 0, failed: counts?.failed ?? 0 },
    verification: presentResult(tried.address, findings, { isCached: false, creditsUsed: 0, showsIntelligence: false }),
    candidates,
    credits_used: confidence >= worthPaying ? price : 0,
  }
  return { findings, found }
}

/** Caches the findings like those of a verification, and learns the pattern if the server proved the address. */
async function keep(
  db: Db,
  { hashOf }: FinderDeps,
  { caller, domain, findings, search }: { caller: Caller; domain: string; findings: Findings; search: Search },
): Promise<void> {
  const { found } = search
  if (found === undefined) return
  const { projectId } = caller
  const { address, pattern } = found.tried
  const hash = hashOf(projectId, address)
  const { verifiedDaysAgo } = await recall(db, projectId, hash, findings.verifiedAt)
  const spelling = hashOf(projectId, { normalized: address.ascii })
  const history = verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }
  await cache(db, { projectId, hash, findings: { ...findings, ...history, spelling } })
  if (found.proof !== 'accepted' || verifiedDaysAgo !== undefined) return
  const failed = search.tried.filter(({ outcome }) => outcome === 'refused').map((each) => each.pattern)
  await learnPatterns(db, { projectId, domain }, { verified: pattern, failed, at: findings.verifiedAt })
}
