import { readAddress } from '../../../deliverability/address/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Examination } from '../examination/index.ts'
import { presentSpamTrap } from '../verifier/index.ts'
import type { SpamTrapAnalysis } from './contract.ts'

/** Assesses one address; VALIDATION_FAILED for what is no address, INSUFFICIENT_CREDITS before anybody is queried. */
export async function analyzeSpamTrap(
  examination: Examination,
  caller: Caller,
  email: string,
): Promise<{ analysis: SpamTrapAnalysis; remaining: number | null }> {
  const address = readAddress(email)
  if (!address.valid) {
    const meant = address.corrected === undefined ? '' : ` Did you mean ${address.corrected}?`
    fail('VALIDATION_FAILED', { issues: [{ path: '/email', message: `${address.message}${meant}` }] })
  }
  const depth = { skipsSmtp: false, includesDomain: true, includesGravatar: false }
  const examined = await examination.examine(caller, address, { depth, operation: 'spam_trap' })
  const analysis = { email, ...presentSpamTrap(examined.findings), credits_used: examined.creditsUsed }
  return { analysis, remaining: examined.remaining }
}
