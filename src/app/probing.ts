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

/** Shared by the service and commands. */
export interface ProbingDeps {
  readonly config: Pick<
    Config,
    'verifyHelo' | 'verifyMailFrom' | 'verifyProxies' | 'verifySmtpPort' | 'verifyRate' | 'verifyRetries'
  >
  readonly net: Pick<Net, 'connect' | 'dns'>
  /** The block lists that contain an IP address, for the daily audit of this host. */
  readonly listings?: AuditDeps['listings']
  /** Stores state of probes and shares it with other replicas; undefined for commands. */
  readonly store?: Pick<Store, 'read' | 'tx'>
  readonly log: Log
  readonly metrics: Metrics
}

/** Configured for this installation. The caller must close it. */
export function openProber({ config, listings, net, log, metrics, store }: ProbingDeps): Prober {
  const { requests, seconds } = config.verifyRate
  return createProber({
    connect: net.connect,
    dns: net.dns,
    helo: config.verifyHelo,
    mailFrom: config.verifyMailFrom,
    port: config.verifySmtpPort,
    proxies: config.verifyProxies.map(readProxy),
    // Commands run no audit: they end before its log entry is useful, and `svc doctor` reports the same.
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

/** Uses the same EHLO name and egress as probes. */
export function mailTlsParts(
  { verifyHelo: helo, verifyProxies, verifySmtpPort: port }: ProbingDeps['config'],
  { connect }: Pick<Net, 'connect'>,
): MailTlsDeps {
  const [proxy] = verifyProxies
  return { connect, helo, port, ...(proxy === undefined ? {} : { via: readProxy(proxy) }) }
}

/** Probes with the priority of interactive requests. */
export function urgently({ probe }: Prober): Prober['probe'] {
  return (target, mx, options) => probe(target, mx, { ...options, isUrgent: true })
}
