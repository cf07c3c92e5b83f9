import { readAddress } from '../../../deliverability/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { balanceOf } from '../credits/index.ts'
import type { AddressHash } from '../cache/index.ts'
import { decideMany, decidedFindings, withDelivery } from '../decisions/index.ts'
import type { MeteredVerifier } from '../metered/index.ts'
import { type VerificationResult, type Verifier, presentInvalid, presentResult } from '../verifier/index.ts'
import type { VerifyEmail } from './contract.ts'

export interface SingleDeps {
  readonly store: Store
  readonly hashOf: AddressHash
  readonly verifier: Pick<Verifier, 'lists'>
  readonly meteredVerifier: MeteredVerifier
  /** True if a Gravatar server is configured. */
  readonly canQueryGravatar: boolean
}

/** A result, and the remaining credits of the company; null without a limit. */
export interface Answered {
  readonly result: VerificationResult
  readonly remaining: number | null
}

/**
 * INSUFFICIENT_CREDITS before any query is sent; NOT_CONFIGURED if an avatar is requested without a Gravatar server. A
 * syntactically invalid address is free.
 */
export async function verifyEmail(parts: SingleDeps, caller: Caller, options: VerifyEmail): Promise<Answered> {
  const { canQueryGravatar, hashOf, meteredVerifier, store, verifier } = parts
  const includesGravatar = options.options?.check_gravatar === true
  if (includesGravatar && !canQueryGravatar)
    fail('NOT_CONFIGURED', 'check_gravatar requires SVC_VERIFY_GRAVATAR, the server to query.')
  const address = readAddress(options.email)
  if (!address.valid) {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { result: presentInvalid(options.email, address), remaining }
  }
  const [own = {}] = await decideMany(store.read, { projectId: caller.projectId, hashOf }, [address])
  const decided = await decidedFindings(verifier, address, own)
  if (decided !== undefined) {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { result: presentResult(address, decided, unpaid), remaining }
  }
  const includesDomain = options.include_intelligence === true
  const depth = { skipsSmtp: options.options?.skip_smtp === true, includesDomain, includesGravatar }
  const verified = await meteredVerifier.verify(caller, address, {
    depth,
    operation: 'verify',
    owner: ownerOf(options),
    feedback: own.feedback,
  })
  const { creditsUsed, findings, isCached, remaining } = verified
  const meta = { isCached, creditsUsed, showsIntelligence: includesDomain }
  return { result: presentResult(address, withDelivery(findings, own.feedback), meta), remaining }
}

const unpaid = { isCached: false, creditsUsed: 0, showsIntelligence: false }

function ownerOf({ first_name: first, last_name: last }: VerifyEmail) {
  return first === undefined || last === undefined ? undefined : { first, last }
}
