import type { DnsClient } from '../dns/client.ts'
import type { OutboundPolicy } from '../policy.ts'

export type PermittedAddresses =
  { readonly addresses: readonly string[]; readonly isPublic: boolean } | { readonly refusal: string }

/**
 * The IP addresses of a host that users configured and that may be called at this port; a caller must connect to exactly one
 * of them. `isPublic`: only with TLS. Never rejects.
 */
export type FindPermitted = (host: string, port: number) => Promise<PermittedAddresses>

export function createFindPermitted({ dns, policy }: { dns: DnsClient; policy: OutboundPolicy }): FindPermitted {
  return async (host, port) => {
    const { addresses, outcome } = await dns.addressesOf(host)
    if (addresses.length === 0) return { refusal: `The host ${host} has no IP address (DNS: ${outcome}).` }
    const permitted = addresses.filter((each) => policy.evaluate(each) !== 'forbidden' && !policy.isOwn(each, port))
    if (permitted.length === 0)
      return { refusal: `The IP address of ${host} is not allowed; the operator can allow it with SVC_NET_ALLOW.` }
    return { addresses: permitted, isPublic: permitted.some((each) => policy.evaluate(each) === 'public') }
  }
}
