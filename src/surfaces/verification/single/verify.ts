import { readAddress } from '../../../deliverability/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { balanceOf } from '../credits/index.ts'
import type { Examination } from '../examination/index.ts'
import { type VerificationResult, presentInvalid, presentResult } from '../verifier/index.ts'
import type { VerifyEmail } from './contract.ts'

export interface SingleParts {
  readonly store: Store
  readonly examination: Examination
  /** Whether the operator named somebody to ask for pictures. */
  readonly canAskGravatar: boolean
}

/** A result, and what the company has left after it; null without limit. */
export interface Answered {
  readonly result: VerificationResult
  readonly remaining: number | null
}

/**
 * Verifies one address. INSUFFICIENT_CREDITS before anybody is asked; NOT_CONFIGURED for a picture that nobody can be asked
 * for. What is no address is invalid, and costs nothing.
 */
export async function verifyEmail(parts: SingleParts, caller: Caller, wish: VerifyEmail): Promise<Answered> {
  const { canAskGravatar, examination, store } = parts
  const asksGravatar = wish.options?.check_gravatar === true
  if (asksGravatar && !canAskGravatar)
    fail('NOT_CONFIGURED', 'SVC_VERIFY_GRAVATAR names the server that check_gravatar asks.')
  const address = readAddress(wish.email)
  if (!address.valid) {
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { result: presentInvalid(wish.email, address), remaining }
  }
  const asksDomain = wish.include_intelligence === true
  const depth = { skipsSmtp: wish.options?.skip_smtp === true, asksDomain, asksGravatar }
  const examined = await examination.examine(caller, address, { depth, operation: 'verify', owner: ownerOf(wish) })
  const { creditsUsed, findings, isCached, remaining } = examined
  const meta = { isCached, creditsUsed, showsIntelligence: asksDomain }
  return { result: presentResult(address, findings, meta), remaining }
}

function ownerOf({ first_name: first, last_name: last }: VerifyEmail) {
  return first === undefined || last === undefined ? undefined : { first, last }
}
