import type { Log } from '../log/index.ts'
import { Attempt } from './attempt.ts'
import type { DnsClient } from './dns/client.ts'
import type { Connection, Peer } from './http/connection.ts'
import type { Trust } from './trust.ts'
import { acceptedCodings, decompress } from './http/decompress.ts'
import { dial } from './http/dial.ts'
import type { Pool } from './http/pool.ts'
import { writeRequest } from './http/request-bytes.ts'
import { garbled } from './http/response-head.ts'
import { ResponseReader } from './http/response-reader.ts'
import type { OutboundAnswer, OutboundRequest } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'
import type { OutboundPolicy } from './policy.ts'
import { type Target, readTarget, refuseAddress } from './target.ts'

export interface SendDeps {
  readonly policy: OutboundPolicy
  readonly dns: DnsClient
  readonly pool: Pool
  readonly trust: Trust
  readonly log: Log
}

/** Max IP addresses of one host that are tried: a name may have thousands. */
const maxDialed = 8
const fallbacks = { 'User-Agent': 'svc', Accept: '*/*' }
const unpackingFallbacks = { ...fallbacks, 'Accept-Encoding': acceptedCodings }
const redirections = new Set([301, 302, 303, 307, 308])

/** Sends one request and follows redirects if requested. Rejects with OutboundError. */
export function sendGuarded(deps: SendDeps, request: OutboundRequest): Promise<OutboundAnswer> {
  const attempt = new Attempt()
  return attempt.run(() => follow(deps, request, attempt), request.timeoutMs, request.signal)
}

async function follow(deps: SendDeps, request: OutboundRequest, attempt: Attempt): Promise<OutboundAnswer> {
  const mayFollow = request.method === 'GET' || request.method === 'HEAD'
  let left = mayFollow ? (request.redirects ?? 0) : 0
  let url = request.url
  let headers = request.headers ?? {}
  for (;;) {
    const answer = await sendOnce(deps, { ...request, url, headers }, attempt)
    const location = answer.headers['location']
    if (left === 0 || location === undefined || !redirections.has(answer.status)) return answer
    const next = URL.parse(location, url)
    if (next === null) throw garbled('redirected to something that is not a URL')
    if (next.origin !== new URL(url).origin) headers = withoutCredentials(headers)
    url = next.href
    left--
  }
}

async function sendOnce(deps: SendDeps, request: OutboundRequest, attempt: Attempt): Promise<OutboundAnswer> {
  const target = readTarget(request.url, deps.policy)
  if ('refusal' in target) throw new OutboundError(target.kind, target.refusal)
  const bytes = writeRequest({
    method: request.method,
    path: target.path,
    authority: target.authority,
    headers: request.headers ?? {},
    fallbacks: request.decompress === true ? unpackingFallbacks : fallbacks,
    body: request.body,
  })
  const peers = await resolvePeers(deps, target, attempt)
  const { reader, address } = await exchange(deps, { peers, bytes, request }, attempt)
  const { status, headers } = reader.head
  const coding = request.decompress === true ? headers['content-encoding']?.toLowerCase() : undefined
  const plain = { body: reader.body(), isCut: reader.isCut }
  const { body, isCut } =
    coding === undefined || coding === 'identity' || plain.body.length === 0
      ? plain
      : await decompress(plain.body, coding, {
          maxBytes: request.maxBodyBytes,
          onTooLarge: request.onTooLarge,
          isCut: plain.isCut,
        })
  return { status, headers, body, isCut, url: target.url, address }
}

/**
 * The IP addresses of the target, all of them checked: one that is refused refuses the request. Only if this machine itself
 * configures the addresses, as for localhost, is it enough that some are allowed.
 */
async function resolvePeers({ policy, dns, log }: SendDeps, target: Target, attempt: Attempt): Promise<Peer[]> {
  attempt.phase = 'resolving the host name'
  const { host, port, isAddress, isTls } = target
  const { outcome, addresses, isLocal } = await dns.addressesOf(host)
  if (outcome !== 'found') throw new OutboundError('dns', describeOutcome(outcome))
  const evaluated = addresses.map((address) => ({ address, refusal: refuseAddress(policy, address, target) }))
  const open = evaluated.filter(({ refusal }) => refusal === undefined)
  const refused = evaluated.find(({ refusal }) => refusal !== undefined)
  if (refused !== undefined && !(isLocal && open.length > 0)) {
    // The message for the user omits the IP address, which may reveal the operator's internal network.
    log.debug('outbound request refused', { host, address: refused.address, reason: refused.refusal })
    throw new OutboundError('blocked_address', `The host has an IP address that ${refused.refusal}.`)
  }
  return open.slice(0, maxDialed).map(({ address }) => ({ address, port, host, isAddress, isTls }))
}

/** Sends the bytes over an idle connection or a new one; never retries once a byte of them was written. */
async function exchange(
  { pool, trust }: SendDeps,
  { peers, bytes, request }: { peers: readonly Peer[]; bytes: Buffer; request: OutboundRequest },
  attempt: Attempt,
): Promise<{ reader: ResponseReader; address: string }> {
  for (;;) {
    if (attempt.isOver) throw new OutboundError('aborted', 'The request is over.')
    const waiting = takeWaiting(pool, peers)
    attempt.phase = 'connecting'
    const connection = waiting ?? (await dial(peers, trust, (giveUp) => attempt.hold(giveUp)))
    attempt.hold(() => connection.destroy())
    attempt.phase = 'waiting for the response'
    const reader = new ResponseReader(request)
    const done = connection.exchange(bytes, reader)
    if (done === undefined) {
      if (waiting === undefined) throw garbled('closed the connection before responding')
      continue
    }
    try {
      await done
    } catch (error) {
      if (waiting !== undefined && mayRepeat(request, reader)) continue
      throw error
    }
    if (connection.isOpen) pool.keep(connection)
    return { reader, address: connection.peer.address }
  }
}

function takeWaiting(pool: Pool, peers: readonly Peer[]): Connection | undefined {
  for (const peer of peers) {
    const connection = pool.take(peer)
    if (connection !== undefined) return connection
  }
  return undefined
}

// RFC 9112 9.3.1: a server may close an idle connection at any time; only safe methods are retried.
function mayRepeat({ method }: OutboundRequest, reader: ResponseReader): boolean {
  return (method === 'GET' || method === 'HEAD') && !reader.hasStarted
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  const secret = /^(authorization|cookie|proxy-authorization|svc-.*|webhook-.*)$/i
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.test(name)))
}

function describeOutcome(outcome: string): string {
  if (outcome === 'no_name') return 'The host name does not exist.'
  if (outcome === 'no_data') return 'The host name has no IP address.'
  return outcome === 'timeout'
    ? 'No DNS server responded for the host name.'
    : 'The DNS server responded with an error.'
}
