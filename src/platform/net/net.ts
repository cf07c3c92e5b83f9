import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type DnsClient, createDnsClient } from './dns/client.ts'
import type { SystemFiles } from './dns/system-files.ts'
import type { DnsServer } from './dns/transport.ts'
import { Pool } from './http/pool.ts'
import type { OutboundAnswer, Send } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'
import { type ListenAddress, type OutboundPolicy, createPolicy } from './policy.ts'
import { sendGuarded } from './send.ts'
import { type Connect, createConnect } from './tcp/connect.ts'
import { type FindPermitted, createFindPermitted } from './tcp/permitted-addresses.ts'
import { type OpenSocket, createOpenSocket } from './tcp/open-socket.ts'
import { createTrust } from './trust.ts'

export interface NetDeps {
  /** Queried in this order; empty for those of the system. */
  readonly dnsServers: readonly DnsServer[]
  /** Networks in CIDR form that are allowed besides public space. */
  readonly allow: readonly string[]
  /** The service's own listeners, which are never called. */
  readonly ownAddresses: readonly ListenAddress[]
  readonly log: Log
  readonly metrics: Metrics
  /** Certificates in PEM that are trusted instead of the built-in ones. */
  readonly ca?: string
  /** System files that name hosts and DNS servers; tests replace them. */
  readonly files?: SystemFiles
}

/** All outbound traffic uses this. */
export interface Net {
  readonly dns: DnsClient
  readonly policy: OutboundPolicy
  readonly send: Send
  /** Plain connections that may be upgraded to TLS, for mail servers. */
  readonly connect: Connect
  /** Connections to hosts of settings, which may be private. */
  readonly openSocket: OpenSocket
  /** For protocols whose client dials by itself. */
  readonly findPermitted: FindPermitted
  /** Closes idle connections. */
  close(): Promise<void>
}

/** Creates the egress of the process. Throws on a network that is not in CIDR form. */
export function createNet({ dnsServers, allow, ownAddresses, log, metrics, ca, files }: NetDeps): Net {
  const policy = createPolicy({ allow, ownAddresses })
  const dns = createDnsClient({ servers: dnsServers, metrics, ...(files === undefined ? {} : { files }) })
  const pool = new Pool()
  const count = countRequests(metrics)
  const trust = createTrust(ca)
  const deps = { policy, dns, pool, trust, log }
  return {
    dns,
    policy,
    connect: createConnect({ policy, dns, trust }),
    openSocket: createOpenSocket({ policy, dns }),
    findPermitted: createFindPermitted({ policy, dns }),
    async send(request) {
      try {
        const answer: OutboundAnswer = await sendGuarded(deps, request)
        count('answered')
        return answer
      } catch (error) {
        if (!(error instanceof OutboundError)) {
          log.error('unexpected error in an outbound request', { error })
          count('protocol')
          throw new OutboundError('protocol', 'The request could not be sent.', { cause: error })
        }
        count(error.kind)
        throw error
      }
    },
    async close() {
      pool.close()
    },
  }
}

function countRequests(metrics: Metrics): (outcome: string) => void {
  const series = new Map<string, { add(): void }>()
  return (outcome) => {
    let one = series.get(outcome)
    if (one === undefined) {
      const help = 'Requests to other hosts, by how they ended.'
      series.set(outcome, (one = metrics.counter('svc_outbound_requests_total', help, { outcome })))
    }
    one.add()
  }
}
