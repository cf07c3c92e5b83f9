import type { AnyElysia } from 'elysia'
import { catalogue } from '../../kernel/errors/index.ts'
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
import { createRecorder } from './record.ts'
import { workContext } from './work-context.ts'

/** Answers requests. */
export type Handler = {
  /** Answers one request; never throws. `source` gives the IP address of the peer where there is a socket. */
  handle(request: Request, source?: AddressSource): Response | Promise<Response>
  /** From now on every new request is answered 503, and connections close. */
  drain(): void
}

export type HandlerDeps = {
  app: AnyElysia
  host: Host
  store: Pick<Store, 'inBulkhead'>
  log: Log
  metrics: Metrics
  activity: Activity
  /** Where calls that proxies forwarded came from; undefined where no proxy is trusted. */
  seeThrough: SeeThrough | undefined
  observer: Pick<CallObserver, 'observe'> | undefined
  /** Only where responses are checked. */
  access: AccessAssertion | undefined
  /** The response to a failure of Elysia itself. */
  fail(exchange: Exchange, error: unknown): Response | Promise<Response>
}

/**
 * Opens the exchange of a request, has Elysia answer it, and records what happened. It stands around Elysia because
 * `onAfterResponse` runs too late for memory to be released, and never for a response of the error handler.
 */
export function createHandle({
  app,
  host,
  store,
  log,
  metrics,
  activity,
  seeThrough,
  observer,
  access,
  fail,
}: HandlerDeps): Handler['handle'] {
  const record = createRecorder(log, metrics)
  app.compile()
  // Compiled once; `app.handle` would add a promise.
  const route = app.fetch

  function answer(exchange: Exchange): Response | Promise<Response> {
    const request = exchange.method === 'HEAD' ? asGet(exchange) : exchange.request
    const work = () => route(request)
    // One resource whose table is locked leaves connections to the others.
    const inBulkhead = () => store.inBulkhead(() => bulkheadOf(exchange), work)
    return access === undefined ? inBulkhead() : access.record(inBulkhead)
  }

  function ended(exchange: Exchange, response: Response): Response {
    record(exchange, response.status)
    activity.end(exchange.ticket)
    exchange.memory?.release()
    if (exchange.hasLargeBody === true && isAbandoned(exchange, response.status))
      countAbandoned(workContext(exchange.request))
    if (observer !== undefined && exchange.operation !== undefined && exchange.isUnrestricted !== true)
      observer.observe(observedCall(exchange, exchange.operation.id, response.status))
    return response
  }

  return (request, source) => {
    const exchange = openExchange(
      request,
      source === undefined || seeThrough === undefined ? source : seeThrough(source),
    )
    exchange.host = host
    exchange.ticket = activity.begin(exchange.id, 'none')
    try {
      const response = answer(exchange)
      if (!(response instanceof Promise)) return ended(exchange, response)
      return response.then(
        (done) => ended(exchange, done),
        async (error: unknown) => ended(exchange, await fail(exchange, error)),
      )
    } catch (error) {
      const response = fail(exchange, error)
      return response instanceof Promise ? response.then((done) => ended(exchange, done)) : ended(exchange, response)
    }
  }
}

function bulkheadOf({ operation }: Exchange): string {
  return operation === undefined ? '' : resourceOf(operation)
}

/** Whether the caller left before the response, or the body did not arrive whole. */
function isAbandoned({ failure }: Exchange, status: number): boolean {
  return status === catalogue.CLIENT_CLOSED_REQUEST.status || failure === 'MALFORMED_REQUEST'
}
