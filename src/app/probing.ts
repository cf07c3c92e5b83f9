import type { Config } from '../platform/config/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { type Net, readProxy } from '../platform/net/index.ts'
import type { Store } from '../platform/storage/index.ts'
import type { MailTlsDeps } from '../surfaces/verification/index.ts'
import {
  type AuditDeps,
  type Prober,
  auditIdentity,
  createProber,
  shareThrough,
} from '../surfaces/verification/probing/index.ts'

/** What probing is assembled from, for the service and for commands. */
export interface ProbingDeps {
  readonly config: Pick<
    Config,
    'verifyHelo' | 'verifyMailFrom' | 'verifyProxies' | 'verifySmtpPort' | 'verifyRate' | 'verifyRetries'
  >
  readonly net: Pick<Net, 'connect' | 'dns'>
  /** The block lists that have an address, for the daily inspect ourselves. */
  readonly listings?: AuditDeps['listings']
  /** Where what is known of servers is kept, and shared with other replicas; commands have none. */
  readonly store?: Pick<Store, 'read' | 'tx'>
  readonly log: Log
  readonly metrics: Metrics
}

/** The prober over this installation's network, name and limits. Whoever opens it closes it. */
export function openProber({ config, listings, net, log, metrics, store }: ProbingDeps): Prober {
  const { requests, seconds } = config.verifyRate
  return createProber({
    connect: net.connect,
    dns: net.dns,
    helo: config.verifyHelo,
    mailFrom: config.verifyMailFrom,
    port: config.verifySmtpPort,
    proxies: config.verifyProxies.map(readProxy),
    // A command is over before anybody could read what its log says of us; doctor tells.
    ...(store === undefined
      ? {}
      : {
          audit: () =>
            auditIdentity({
              helo: config.verifyHelo,
              mailFrom: config.verifyMailFrom,
              dns: net.dns,
              ownAddresses: [],
              ...(listings === undefined ? {} : { listings }),
            }),
          shared: shareThrough(store, (error) => log.error('SMTP probing could not reach the database', { error })),
        }),
    limits: { probes: requests, windowMs: seconds * 1000, retriesMs: config.verifyRetries.map((each) => each * 1000) },
    log,
    metrics,
  })
}

/** How the encryption of mail hosts is inspected: under the same name and by the same egress as probes. */
export function mailTlsParts(
  { verifyHelo: helo, verifyProxies, verifySmtpPort: port }: ProbingDeps['config'],
  { connect }: Pick<Net, 'connect'>,
): MailTlsDeps {
  const [proxy] = verifyProxies
  return { connect, helo, port, ...(proxy === undefined ? {} : { via: readProxy(proxy) }) }
}

/** Probing for somebody who waits for the answer. */
export function urgently({ probe }: Prober): Prober['probe'] {
  return (target, mx, options) => probe(target, mx, { ...options, isUrgent: true })
}
