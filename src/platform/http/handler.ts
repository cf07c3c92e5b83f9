import { catalog } from '../../kernel/errors/index.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Store } from '../storage/index.ts'
import type { Activity } from '../watchdog/index.ts'
import { countAbandoned } from './access/abandoned-bodies.ts'
import type { AccessAssertion } from './access/assert-access.ts'
import type { SeeThrough } from './access/proxies.ts'
import { type AddressSource, type Exchange, type Host, asGet, openExchange } from './exchange.ts'
import { type CallObserver, observedCall } from './observer.ts'
import { resourceOf } from './operation.ts'
import { type RequestRecorder, recordedRequest } from './recorded-request.ts'
import { createRecorder } from './record.ts'
import { workContext } from './work-context.ts'

export type Handler = {
  /** Never throws. `source` returns the IP address of the peer if there is a socket. */
  handle(request: Request, source?: AddressSource): Response | Promise<Response>
  /** Refuses every new request with 503 from now on, and closes connections. */
  drain(): void
}

export type HandlerDeps = {
  log: Log
  metrics: Metrics
  activity: Activity
  observer: Pick<CallObserver, 'observe'> | undefined
  requests: RequestRecorder | undefined
}

/** The function that records the end of a request, once its response is final. */
export function createEnded({ log, metrics, activity, observer, requests }: HandlerDeps): Host['ended'] {
  const record = createRecorder(log, metrics)
  return (exchange, response) => {
    record(exchange, response.status)
    activity.end(exchange.ticket)
    exchange.memory?.release()
    if (exchange.hasLargeBody === true && isAbandoned(exchange, response.status))
      countAbandoned(workContext(exchange.request))
    if (observer !== undefined && exchange.operation !== undefined && exchange.isUnrestricted !== true)
      observer.observe(observedCall(exchange, exchange.operation.id, response.status))
    if (requests !== undefined && exchange.operation !== undefined && exchange.caller?.actor.kind === 'api_key')
      requests.record(recordedRequest(exchange, exchange.caller, response.status))
    return response
  }
}

export type HandleDeps = {
  host: Host
  store: Pick<Store, 'inBulkhead'>
  activity: Activity
  /** Undefined if no proxy is trusted. */
  seeThrough: SeeThrough | undefined
  /** Set only if responses are checked, in tests. */
  access: AccessAssertion | undefined
}

/** Opens the exchange of a request and passes it to Elysia, whose hooks complete the response. */
export function createHandle({ host, store, activity, seeThrough, access }: HandleDeps): Handler['handle'] {
  return (request, source) => {
    const exchange = openExchange(
      request,
      source === undefined || seeThrough === undefined ? source : seeThrough(source),
    )
    exchange.host = host
    exchange.ticket = activity.begin(exchange.id, 'none')
    const work = () => host.route(exchange.method === 'HEAD' ? asGet(exchange) : request)
    // A locked table of one resource must not use up the connections of the others.
    const inBulkhead = () => store.inBulkhead(() => bulkheadOf(exchange), work)
    return access === undefined ? inBulkhead() : access.record(inBulkhead)
  }
}

function bulkheadOf({ operation }: Exchange): string {
  return operation === undefined ? '' : resourceOf(operation)
}

/** True if the caller disconnected before the response, or the body did not arrive completely. */
function isAbandoned({ failure }: Exchange, status: number): boolean {
  return status === catalog.CLIENT_CLOSED_REQUEST.status || failure === 'MALFORMED_REQUEST'
}
