import { registrableDomain } from '../address/index.ts'
import type { ResolveRecords } from '../findings/index.ts'
import { type SpfResult, checkHost } from '../spf/index.ts'
import { type DkimSignature, verifySignatures } from './verify-signatures.ts'

export interface AuthenticationQuestion {
  readonly bytes: Uint8Array
  readonly clientIp: string
  readonly helo: string
  /** Empty for the null sender. */
  readonly mailFrom: string
}

export interface MessageAuthentication {
  /** `pass`: SPF or DKIM passed for the organization of From. `unmeasured`: a query failed, so that it may have passed. */
  readonly verdict: 'pass' | 'fail' | 'unmeasured'
  /** The domain of From; null without exactly one. */
  readonly from: string | null
  /** The domain is that of MAIL FROM, or of HELO for the null sender (RFC 7208 2.4). */
  readonly spf: { readonly result: SpfResult; readonly domain: string }
  readonly dkim: readonly DkimSignature[]
}

/** Evaluates a message as its receiver. Alignment is relaxed, by registrable domains. Never rejects on bad messages. */
export async function authenticateMessage(
  { bytes, clientIp, helo, mailFrom }: AuthenticationQuestion,
  { resolve }: { resolve: ResolveRecords },
): Promise<MessageAuthentication> {
  const spfDomain = (mailFrom.includes('@') ? mailFrom.slice(mailFrom.lastIndexOf('@') + 1) : helo).toLowerCase()
  const [{ result }, { from, signatures }] = await Promise.all([
    checkHost({ ip: clientIp, domain: spfDomain, sender: mailFrom || `postmaster@${helo}`, helo }, { resolve }),
    verifySignatures(bytes, resolve),
  ])
  const isAligned = (domain: string) => from !== null && sameOrganization(domain, from)
  const passes =
    (result === 'pass' && isAligned(spfDomain)) ||
    signatures.some((one) => one.result === 'pass' && isAligned(one.domain))
  const isOpen =
    (result === 'temperror' && isAligned(spfDomain)) ||
    signatures.some((one) => one.result === 'temperror' && isAligned(one.domain))
  return {
    verdict: passes ? 'pass' : isOpen ? 'unmeasured' : 'fail',
    from,
    spf: { result, domain: spfDomain },
    dkim: signatures,
  }
}

function sameOrganization(one: string, other: string): boolean {
  return registrableDomain(one) === registrableDomain(other)
}
