import type { Socket } from 'node:net'
import type { DnsClient } from '../dns/client.ts'
import type { OutboundPolicy } from '../policy.ts'
import { type ConnectFailure, dial, failureTexts } from './connect.ts'

export interface SocketRequest {
  /** A host name or IP address of a setting. */
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export type OpenedSocket = { readonly socket: Socket } | { readonly failure: ConnectFailure; readonly detail: string }

/**
 * Opens a connection to a host that the operator configured, which may be private; a listener of the service itself is
 * refused. Tries one IP address after the other. Never rejects.
 */
export type OpenSocket = (request: SocketRequest) => Promise<OpenedSocket>

export function createOpenSocket({ dns, policy }: { policy: OutboundPolicy; dns: DnsClient }): OpenSocket {
  return async ({ host, port, signal, timeoutMs }) => {
    const endMs = performance.now() + timeoutMs
    const { addresses, outcome } = await dns.addressesOf(host)
    if (addresses.length === 0)
      return { failure: 'unreachable', detail: `the host ${host} has no IP address (DNS: ${outcome})` }
    const others = addresses.filter((address) => !policy.isOwn(address, port))
    let failure: ConnectFailure = 'forbidden'
    let detail = 'the IP address is that of this service'
    for (const address of others) {
      const dialed = await dial({ address, port }, endMs - performance.now(), signal)
      if (typeof dialed !== 'string') return { socket: dialed }
      failure = dialed
      detail = failureTexts[dialed]
      if (dialed === 'aborted' || performance.now() >= endMs) break
    }
    return { failure, detail }
  }
}
