import { type Address, readAddress } from '../../../engines/address/index.ts'
import { judge } from '../../../engines/verdict/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Metrics } from '../../../platform/metrics/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { balanceOf, reserve, settle } from '../credits/index.ts'
import { type AddressHash, recall, remember } from '../memory/index.ts'
import {
  type Depth,
  type Findings,
  type VerificationResult,
  type Verifier,
  evidenceOf,
  presentInvalid,
  presentResult,
} from '../verifier/index.ts'
import type { VerifyEmail } from './contract.ts'

export interface SingleParts {
  readonly store: Store
  readonly verifier: Verifier
  readonly hashOf: AddressHash
  readonly metrics: Metrics
  /** Whether the operator named somebody to ask for pictures. */
  readonly canAskGravatar: boolean
}

/** A result, and what the company has left after it; null without limit. */
export interface Answered {
  readonly result: VerificationResult
  readonly remaining: number | null
}

interface Paid {
  readonly findings: Findings
  readonly creditsUsed: number
  readonly remaining: number | null
}

export interface Single {
  /**
   * Verifies one address. INSUFFICIENT_CREDITS before anybody is asked; NOT_CONFIGURED for a picture that nobody can be
   * asked for. What was found within a day, invalid syntax and what could not be told cost nothing.
   */
  verify(caller: Caller, wish: VerifyEmail): Promise<Answered>
}

const price = { operation: 'verify', credits: 1 }

/** Single verification. Calls for one address at one time share one examination, and only the first pays for it. */
export function createSingle({ canAskGravatar, hashOf, metrics, store, verifier }: SingleParts): Single {
  const running = new Map<string, Promise<Paid>>()

  async function verify(caller: Caller, wish: VerifyEmail): Promise<Answered> {
    if (wish.options?.check_gravatar === true && !canAskGravatar)
      fail('NOT_CONFIGURED', 'SVC_VERIFY_GRAVATAR names the server that check_gravatar asks.')
    const address = readAddress(wish.email)
    if (!address.valid) {
      count(metrics, 'syntax')
      return free(caller, presentInvalid(wish.email, address))
    }
    const depth = depthOf(wish)
    const hash = hashOf(caller.projectId, address)
    const spelling = hashOf(caller.projectId, { normalized: address.ascii })
    const { findings: known, verifiedDaysAgo } = await recall(store.read, caller.projectId, hash, Date.now())
    if (known !== undefined && isDeepEnough(known, depth) && holdsFor(known, spelling))
      return fromMemory(caller, { address, hash, depth, known })
    const key = `${spelling} ${depth.skipsSmtp}`
    const shared = running.get(key)
    if (shared !== undefined) return fromMemory(caller, { address, hash, depth, known: (await shared).findings })
    const paid = pay(caller, { address, hash, spelling, depth, verifiedDaysAgo })
    running.set(key, paid)
    try {
      const { creditsUsed, findings, remaining } = await paid
      const meta = { isCached: false, creditsUsed, showsIntelligence: depth.asksDomain }
      return { result: presentResult(address, findings, meta), remaining }
    } finally {
      running.delete(key)
    }
  }

  async function pay(
    caller: Caller,
    job: { address: Address; hash: string; spelling: string; depth: Depth; verifiedDaysAgo: number | undefined },
  ): Promise<Paid> {
    const { address, depth, hash, spelling, verifiedDaysAgo } = job
    // The settlement makes it durable; until then a loss of power loses the call as well.
    const hold = await store.tx((db) => reserve(db, caller, price), 'process')
    try {
      const examined = await verifier.examine(address, depth, AbortSignal.timeout(limits.verifySeconds * 1000))
      const findings = { ...examined, spelling, ...(verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }) }
      const { isCharged, subStatus } = judge(evidenceOf(findings))
      const creditsUsed = isCharged ? price.credits : 0
      const ended = await store.tx(async (db) => {
        await remember(db, { projectId: caller.projectId, hash, findings })
        return settle(db, hold.id, { charged: creditsUsed })
      })
      count(metrics, subStatus)
      return { findings, creditsUsed, remaining: ended?.remaining ?? hold.remaining }
    } catch (error) {
      await store.tx((db) => settle(db, hold.id, { charged: 0 }))
      throw error
    }
  }

  async function fromMemory(
    caller: Caller,
    { address, depth, hash, known }: { address: Address; hash: string; depth: Depth; known: Findings },
  ): Promise<Answered> {
    const findings = await verifier.complete(address, known, depth)
    if (findings.steps.length > known.steps.length)
      await store.tx((db) => remember(db, { projectId: caller.projectId, hash, findings }))
    count(metrics, 'cached')
    const meta = { isCached: true, creditsUsed: 0, showsIntelligence: depth.asksDomain }
    return free(caller, presentResult(address, findings, meta))
  }

  async function free(caller: Caller, result: VerificationResult): Promise<Answered> {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { result, remaining }
  }

  return { verify }
}

function depthOf({ include_intelligence, options }: VerifyEmail): Depth {
  return {
    skipsSmtp: options?.skip_smtp === true,
    asksDomain: include_intelligence === true,
    asksGravatar: options?.check_gravatar === true,
  }
}

// Where nobody takes mail, nobody is asked.
function isDeepEnough({ mx, smtp }: Findings, { skipsSmtp }: Depth): boolean {
  return skipsSmtp || smtp !== undefined || !(mx.outcome === 'found' || mx.outcome === 'implicit')
}

// RFC 5321 2.4: a server may tell capitals apart. That one spelling is refused proves nothing about another.
function holdsFor(findings: Findings, spelling: string): boolean {
  return (
    findings.spelling === spelling || judge(evidenceOf(findings)).reachable !== 'invalid' || findings.smtp === undefined
  )
}

function count(metrics: Metrics, outcome: string): void {
  metrics.counter('svc_verifications_total', 'Single verifications, by what came out.', { outcome }).add()
}
