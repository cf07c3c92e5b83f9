import { readAddress } from '../../../deliverability/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { balanceOf } from '../credits/index.ts'
import type { MeteredVerifier } from '../metered/index.ts'
import { type VerificationResult, presentInvalid, presentResult } from '../verifier/index.ts'
import type { VerifyEmail } from './contract.ts'

export interface SingleDeps {
  readonly store: Store
  readonly meteredVerifier: MeteredVerifier
  /** True if the operator named someone to request images. */
  readonly canQueryGravatar: boolean
}

/** A result, and what the company has left after it; null without limit. */
export interface Answered {
  readonly result: VerificationResult
  readonly remaining: number | null
}

/**
 * Verifies one address. INSUFFICIENT_CREDITS before anybody is queried; NOT_CONFIGURED for an image that nobody can be queried
 * for. What is no address is invalid, and costs nothing.
 */
export async function verifyEmail(parts: SingleDeps, caller: Caller, options: VerifyEmail): Promise<Answered> {
  const { canQueryGravatar, meteredVerifier, store } = parts
  const includesGravatar = options.options?.check_gravatar === true
  if (includesGravatar && !canQueryGravatar)
    fail('NOT_CONFIGURED', 'check_gravatar requires SVC_VERIFY_GRAVATAR, the server to query.')
  const address = readAddress(options.email)
  if (!address.valid) {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { result: presentInvalid(options.email, address), remaining }
  }
  const includesDomain = options.include_intelligence === true
  const depth = { skipsSmtp: options.options?.skip_smtp === true, includesDomain, includesGravatar }
  const verified = await meteredVerifier.verify(caller, address, {
    depth,
    operation: 'verify',
    owner: ownerOf(options),
  })
  const { creditsUsed, findings, isCached, remaining } = verified
  const meta = { isCached, creditsUsed, showsIntelligence: includesDomain }
  return { result: presentResult(address, findings, meta), remaining }
}

function ownerOf({ first_name: first, last_name: last }: VerifyEmail) {
  return first === undefined || last === undefined ? undefined : { first, last }
}
