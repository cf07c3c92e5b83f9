import { readAddress } from '../../../deliverability/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { MeteredVerifier } from '../metered/index.ts'
import { presentSpamTrap } from '../verifier/index.ts'
import type { SpamTrapAnalysis } from './contract.ts'

/** VALIDATION_FAILED for an invalid address, INSUFFICIENT_CREDITS before any query is sent. */
export async function analyzeSpamTrap(
  meteredVerifier: MeteredVerifier,
  caller: Caller,
  email: string,
): Promise<{ analysis: SpamTrapAnalysis; remaining: number | null }> {
  const address = readAddress(email)
  if (!address.valid) {
    const meant = address.corrected === undefined ? '' : ` Did you mean ${address.corrected}?`
    fail('VALIDATION_FAILED', { issues: [{ path: '/email', message: `${address.message}${meant}` }] })
  }
  const depth = { skipsSmtp: false, includesDomain: true, includesGravatar: false }
  const verified = await meteredVerifier.verify(caller, address, { depth, operation: 'spam_trap' })
  const analysis = { email, ...presentSpamTrap(verified.findings), credits_used: verified.creditsUsed }
  return { analysis, remaining: verified.remaining }
}
