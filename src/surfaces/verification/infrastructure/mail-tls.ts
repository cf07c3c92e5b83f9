import type { TlsAnswer, TlsHost } from '../../../deliverability/mail-hosts/index.ts'
import type { MailHost } from '../../../deliverability/mx/index.ts'
import { type SessionPlan, greet } from '../../../deliverability/smtp/index.ts'
import { type Connect, type Socks5Proxy, Semaphore } from '../../../platform/net/index.ts'
import { isFullHostName } from '../probing/index.ts'

export interface MailTlsDeps {
  readonly connect: Connect
  /** The name sent in EHLO. */
  readonly helo: string
  readonly port: number
  /** The SOCKS5 proxy; undefined for direct connections. */
  readonly via?: Socks5Proxy
}

/** Inspects STARTTLS of mail hosts; results are cached. Never rejects. */
export interface MailTls {
  look(hosts: readonly MailHost[], signal: AbortSignal): Promise<TlsHost[]>
}

const maxHosts = 5
const atOnce = 10
const keptMs = 600_000
const unreachedMs = 120_000
const maxKept = 2000
const connectMs = 5000
const timeouts = { bannerMs: 6000, commandMs: 5000, recipientMs: 5000, sessionMs: 12_000 } as const

/** Sends EHLO, STARTTLS and QUIT to each host, unless its result is cached. */
export function createMailTls(parts: MailTlsDeps, now: () => number = () => performance.now()): MailTls {
  const semaphore = new Semaphore(atOnce)
  const kept = new Map<string, { answer: Promise<TlsAnswer>; untilMs: number }>()

  function recall(host: MailHost, signal: AbortSignal): Promise<TlsAnswer> {
    const key = `${host.host} ${host.addresses[0]}`
    const known = kept.get(key)
    if (known !== undefined && known.untilMs > now()) return known.answer
    const [oldest] = kept.size >= maxKept ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    const answer = semaphore.run(() => ask(parts, host, signal))
    const entry = { answer, untilMs: now() + keptMs }
    kept.set(key, entry)
    void answer.then(({ state }) => {
      // An aborted request says nothing about the host.
      if (state === 'unreached') entry.untilMs = signal.aborted ? 0 : now() + unreachedMs
    })
    return answer
  }

  return {
    look: (hosts, signal) =>
      Promise.all(
        hosts.slice(0, maxHosts).map(async (host) => ({ host: host.host, answer: await recall(host, signal) })),
      ),
  }
}

async function ask(
  { connect, helo, port, via }: MailTlsDeps,
  { addresses, host }: MailHost,
  signal: AbortSignal,
): Promise<TlsAnswer> {
  if (!isFullHostName(helo))
    return unreached(`${helo} is not a fully qualified host name, so no server is probed; set SVC_VERIFY_HELO`)
  const [address] = addresses
  if (address === undefined) return unreached('it has no IP address that may be connected to')
  const connected = await connect({
    address,
    port,
    timeoutMs: connectMs,
    signal,
    ...(via === undefined ? {} : { via }),
  })
  if ('failure' in connected) return unreached(connected.detail)
  const plan: SessionPlan = { helo, mailFrom: '', host, tls: 'offered', timeouts, now: () => performance.now() }
  const greeted = await greet(connected.stream, plan, [])
  if ('outcome' in greeted) {
    const { detail, phase } = greeted
    return phase === 'starttls' ? { state: 'broken', detail } : unreached(`no SMTP session: ${detail.slice(0, 200)}`)
  }
  greeted.channel.send('QUIT')
  greeted.channel.close()
  if (greeted.tls === undefined) return { state: 'plain' }
  const { isTrusted, problem, protocol = 'TLS', shown } = greeted.tls
  return {
    state: 'encrypted',
    protocol,
    isTrusted,
    shown: shown?.() ?? [],
    ...(problem === undefined ? {} : { problem }),
  }
}

function unreached(detail: string): TlsAnswer {
  return { state: 'unreached', detail }
}
