/**
 * The addresses of the bench, with the truth about each: 200 domains on 20 servers, of each hundred addresses sixty that
 * exist, twenty that do not, five each that are full, disabled, greylisted for two seconds and slow to answer; ten domains take
 * everybody, and two servers block us: one greets so, the other says so to every recipient, as Postfix does.
 */
import type { MxManner } from '../../test/support/mx-farm.ts'
import type { ZoneAnswer } from '../../test/support/dns-server.ts'

export const [servers, domains] = [20, 200]

/** What a server that blocks us says, and when. */
export function blockingOf(server: number): Partial<MxManner> | undefined {
  if (server === 19) return { banner: '554 5.7.1 Service refused: your address is on a block list' }
  const said = 'Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org'
  return server === 18 ? { answers: { RCPT: `554 5.7.1 ${said}` } } : undefined
}

/** The words of a verdict. */
export type Word = 'safe' | 'risky' | 'invalid' | 'unknown'

/** An address, and what is true of it. */
export interface MixRequest {
  readonly email: string
  readonly truth: Word
}

/** How a server behaves. */
export function mannerOf(index: number): Partial<MxManner> {
  return {
    latencyMs: 50,
    greyMs: 2000,
    slowMs: 2000,
    ...blockingOf(index),
  }
}

const kinds: readonly [share: number, local: string, truth: Word][] = [
  [60, 'u', 'safe'],
  [20, 'no', 'invalid'],
  [5, 'full', 'risky'],
  [5, 'off', 'invalid'],
  [5, 'grey', 'safe'],
  [5, 'slow', 'safe'],
]

/** So many addresses, in which everything is mixed from the first to the last. */
export function mixOf(count: number): MixRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const domain = index % domains
    // 37 has no divisor in common with 100: each hundred has every kind in its share.
    let place = (Math.floor(index / domains) * 37 + domain * 13) % 100
    const [, local, truth] = kinds.find(([share]) => (place -= share) < 0) ?? [0, 'u', 'safe']
    const email = `${local}${index}@${nameOf(domain)}`
    if (blockingOf(serverOf(domain)) !== undefined) return { email, truth: 'unknown' }
    // Who takes everybody has no full, disabled or unknown mailboxes of which anybody could tell.
    return isCatchAll(domain) ? { email: `u${index}@${nameOf(domain)}`, truth: 'risky' } : { email, truth }
  })
}

/** What DNS says: mail hosts under a name of each domain, or under one of whoever runs the server. */
export function answerOf(addresses: readonly string[], names: 'of domains' | 'of providers') {
  return (name: string, type: string): ZoneAnswer => {
    const [, number] = /(\d+)\.test$/.exec(name) ?? []
    const server = name.includes('provider') ? Number(number) : serverOf(Number(number ?? 0))
    const exchange = names === 'of domains' ? `mx.${name}` : `mx.provider${server}.test`
    if (type === 'MX' && !name.startsWith('mx.')) return { records: [{ type, data: { preference: 1, exchange } }] }
    if (type === 'A' && name.startsWith('mx.')) return { records: [{ type, data: addresses[server] }] }
    return { soa: 60 }
  }
}

function serverOf(domain: number): number {
  return domain % servers
}

function isCatchAll(domain: number): boolean {
  return domain < 10
}

function nameOf(domain: number): string {
  return `${isCatchAll(domain) ? 'all' : 'd'}${domain}.test`
}
