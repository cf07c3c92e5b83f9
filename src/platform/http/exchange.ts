import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Settings } from './draft.ts'
import type { TargetInput } from './operation-input.ts'
import type { Operation, RoutesAt } from './operation.ts'
import type { Lease } from '../scheduling/index.ts'

/** The `requestIP` of the server of `Bun.serve`. */
export type AddressSource = { requestIP(request: Request): { address: string } | null }

/** The handler of a request, with its state. */
export type Host = {
  isDraining: boolean
  readonly routesAt: RoutesAt
  /** Elysia's request handler. */
  readonly route: (request: Request) => Response | Promise<Response>
  ended(exchange: Exchange, response: Response): Response
}

export type Exchange = {
  readonly request: Request
  readonly id: string
  readonly startedAtMs: number
  readonly method: string
  /** Path without query, as the client sent it. */
  readonly path: string
  /** Query without `?`, as the client sent it; may be empty. */
  readonly search: string
  readonly source: AddressSource | undefined
  /** Undefined if Elysia was called directly. */
  host?: Host
  /** Status and headers of the response: Elysia's own object once it has the request. */
  set: Settings
  /** Ticket of the watchdog; 0 before it is issued. */
  ticket: number
  operation?: Operation
  /** The registered path, with parameters as `:name`. */
  route?: string
  /** True once Elysia may look up its route. */
  isAdmitted?: boolean
  /** True once the response is final, with all headers. */
  isComplete?: boolean
  caller?: Caller
  /** The authenticated caller on whose behalf this process sends itself the request. */
  readonly delegate?: Caller | undefined
  /** True if authentication and the rate check succeeded asynchronously. */
  isAuthorized?: boolean
  /** Validated path and query. */
  target?: TargetInput
  /** True once external ids in path and query were resolved asynchronously. */
  isResolved?: boolean
  body?: unknown
  /** The result of the observer's `describe`. */
  subject?: object | undefined
  /** SHA-256, for calls under an Idempotency-Key. */
  bodyHash?: string
  /** True if a body above `limits.inlineBodyBytes`, or of unknown length, was admitted. */
  hasLargeBody?: boolean
  /** Memory reserved for a large body, released with the response. */
  memory?: Lease
  /** True if every caller of the project may see all of the response. */
  isUnrestricted?: boolean
  /** Logged with the request. */
  failure?: ErrorCode
  /** JSON Pointer of the first issue of the failure. */
  failedField?: string
  /** Origin of the calling page, once the project's list has allowed it. */
  allowedOrigin?: string
}

// A property of the request, because keys of a WeakMap make every garbage collection slower.
const ofRequest = Symbol('exchange')
const delegated = Symbol('delegate')
type Opened = Request & { [ofRequest]?: Exchange; [delegated]?: Caller }
const acceptedId = /^[\w-]{1,64}$/

/** Opens the exchange of a request. A valid `X-Request-Id` of the caller is kept, otherwise one is generated. */
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
    delegate: (request as Opened)[delegated],
  }
  ;(request as Opened)[ofRequest] = exchange
  return exchange
}

/** Makes a request of this process to itself act for a caller that was authenticated; returns the request. */
export function actAs(caller: Caller, request: Request): Request {
  ;(request as Opened)[delegated] = caller
  return request
}

/**
 * The GET request whose headers a HEAD returns (RFC 9110 9.3.2); both share one exchange. Elysia's own HEAD reads the whole
 * body of the response to count it.
 */
export function asGet(exchange: Exchange): Request {
  const get = new Request(exchange.request, { method: 'GET' })
  ;(get as Opened)[ofRequest] = exchange
  return get
}

/** Opens an exchange if the request did not come through the handler. */
export function exchangeOf(request: Request): Exchange {
  return (request as Opened)[ofRequest] ?? openExchange(request)
}

/** The method that the client sent: routes receive a HEAD as a GET. */
export function methodOf(request: Request): string {
  return exchangeOf(request).method
}

/** The IP address of the peer; undefined if the request did not come over a socket. */
export function addressOf(exchange: Exchange): string | undefined {
  return exchange.source?.requestIP(exchange.request)?.address
}

/** The IP address of the peer; undefined if the request did not come over a socket. */
export function peerAddress(request: Request): string | undefined {
  return addressOf(exchangeOf(request))
}

/**
 * Marks a response as visible to the whole project, so that the audit of restricted content skips it.
 */
export function markUnrestricted(request: Request): void {
  exchangeOf(request).isUnrestricted = true
}

/** The request id in the response and the log. */
export function requestId(request: Request): string {
  return exchangeOf(request).id
}

// A random prefix per process and a counter of seven digits: unique enough to find a line in a log, and cheap.
const processPart = crypto.randomUUID().replaceAll('-', '').slice(0, 16)
const firstNumber = 36 ** 6
let counter = firstNumber

function nextRequestId(): string {
  counter = counter === Number.MAX_SAFE_INTEGER ? firstNumber : counter + 1
  return `req_${processPart}${counter.toString(36)}`
}
