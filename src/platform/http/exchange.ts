import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Settings } from './draft.ts'
import type { TargetInput } from './operation-input.ts'
import type { Operation, RoutesAt } from './operation.ts'
import type { Lease } from '../scheduling/index.ts'

/** Gives the IP address of a connection, as the server of `Bun.serve` does. */
export type AddressSource = { requestIP(request: Request): { address: string } | null }

/** The handler that requests came through, with its state. */
export type Host = {
  isDraining: boolean
  readonly routesAt: RoutesAt
  /** Elysia: carries a request through its stages. */
  readonly route: (request: Request) => Response | Promise<Response>
  /** Records that the response of a request is ready. */
  ended(exchange: Exchange, response: Response): Response
}

/** One request, from its arrival to its response. */
export type Exchange = {
  readonly request: Request
  readonly id: string
  readonly startedAtMs: number
  readonly method: string
  /** Path without query, as it was sent. */
  readonly path: string
  /** Query without `?`, as it was sent; empty when there is none. */
  readonly search: string
  readonly source: AddressSource | undefined
  /** The handler that it came through; undefined where Elysia was called directly. */
  host?: Host
  /** Status and headers of the response: Elysia's own once it has the request. */
  set: Settings
  /** Its ticket at the watchdog; 0 before that. */
  ticket: number
  operation?: Operation
  /** The path as it was registered, parameters as `:name`. */
  route?: string
  /** True once Elysia may look for its route. */
  isAdmitted?: boolean
  /** True once the response is made, with all headers. */
  isComplete?: boolean
  caller?: Caller
  /** True if its caller was authenticated and within the rate after a wait. */
  isAuthorized?: boolean
  /** Path and query, and the body, once they were validated. */
  target?: TargetInput
  body?: unknown
  /** What the request is about, for the observer that described it. */
  subject?: object | undefined
  /** SHA-256 of the body, for calls under an Idempotency-Key. */
  bodyHash?: string
  /** True if a body above `limits.inlineBodyBytes`, or of unknown length, was admitted. */
  hasLargeBody?: boolean
  /** Memory reserved for a large body, released with the response. */
  memory?: Lease
  /** True if the response shows only what every caller of the project may see. */
  isUnrestricted?: boolean
  /** The error code of the response, for the log. */
  failure?: ErrorCode
  /** Origin of the page whose script called, once the project's list has allowed it. */
  allowedOrigin?: string
}

// A member of the request itself: keys of a WeakMap cost every collection of memory, one for each request.
const ofRequest = Symbol('exchange')
type Opened = Request & { [ofRequest]?: Exchange }
const acceptedId = /^[\w-]{1,64}$/

/** Opens the exchange of a request. A fitting `X-Request-Id` of the caller is kept, else one is made. */
export function openExchange(request: Request, source?: AddressSource): Exchange {
  const { url } = request
  const from = url.indexOf('/', 8)
  const question = url.indexOf('?', 8)
  const end = question === -1 ? url.length : question
  const sentId = request.headers.get('x-request-id')
  const exchange: Exchange = {
    request,
    id: sentId !== null && acceptedId.test(sentId) ? sentId : nextRequestId(),
    startedAtMs: performance.now(),
    method: request.method,
    path: from === -1 || from > end ? '/' : url.slice(from, end),
    search: question === -1 ? '' : url.slice(question + 1),
    source,
    set: { headers: {} },
    ticket: 0,
  }
  ;(request as Opened)[ofRequest] = exchange
  return exchange
}

/**
 * The request of a HEAD as the GET whose headers it requests (RFC 9110 9.3.2); the exchange of both is one. Elysia's own HEAD
 * reads the whole body of the response to count it.
 */
export function asGet(exchange: Exchange): Request {
  const get = new Request(exchange.request, { method: 'GET' })
  ;(get as Opened)[ofRequest] = exchange
  return get
}

/** The exchange of a request that came through the handler. */
export function exchangeOf(request: Request): Exchange {
  return (request as Opened)[ofRequest] ?? openExchange(request)
}

/** The method as the client sent it: routes see a HEAD as the GET that it represents. */
export function methodOf(request: Request): string {
  return exchangeOf(request).method
}

/** The address of the peer; undefined when the request did not come over a socket. */
export function addressOf(exchange: Exchange): string | undefined {
  return exchange.source?.requestIP(exchange.request)?.address
}

/** The address of the peer of a request that is being answered; undefined when it did not come over a socket. */
export function peerAddress(request: Request): string | undefined {
  return addressOf(exchangeOf(request))
}

/**
 * Marks a response as visible to the whole project, so that the audit of restricted content skips it.
 */
export function markUnrestricted(request: Request): void {
  exchangeOf(request).isUnrestricted = true
}

/** The id of a request that is being answered, as its answer and the log carry it. */
export function requestId(request: Request): string {
  return exchangeOf(request).id
}

// A random start per process and a counter of seven digits: unique enough to find a line in a log, and free of charge.
const processPart = crypto.randomUUID().replaceAll('-', '').slice(0, 16)
const firstNumber = 36 ** 6
let counter = firstNumber

function nextRequestId(): string {
  counter = counter === Number.MAX_SAFE_INTEGER ? firstNumber : counter + 1
  return `req_${processPart}${counter.toString(36)}`
}
