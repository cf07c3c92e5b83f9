import type { Caller } from '../identity/index.ts'
import type { Activity } from '../watchdog/index.ts'
import type { AssertAccess } from './access/assert-access.ts'
import type { Guard } from './access/guard.ts'
import type { AnswerCheck } from './response/check.ts'
import { type Draft, draftOf } from './draft.ts'
import { type Exchange, addressOf } from './exchange.ts'
import { eventLoop } from './entry/admission.ts'
import { readInput } from './input.ts'
import type { CallObserver } from './observer.ts'
import type { HandlerContext, Operation } from './operation.ts'
import type { Match } from './router.ts'

/** Answers one operation: lets the caller in, reads and checks the input, runs the handler. Fails as they fail. */
export type Run = (exchange: Exchange, match: Match<Operation>) => Draft | Response | Promise<Draft | Response>

export type RunDeps = {
  guard: Guard
  activity: Activity
  observer: Pick<CallObserver, 'describe'> | undefined
  /** Both only where responses are checked. */
  check: AnswerCheck | undefined
  assertAccess: AssertAccess | undefined
}

/** The way of every operation, in the order key (401), scope (403), rate (429), path and query (422), body (4xx). */
export function createRun({ guard, activity, observer, check, assertAccess }: RunDeps): Run {
  function handle(operation: Operation, context: HandlerContext): unknown {
    const { handle: run } = operation
    if (run === undefined || assertAccess === undefined) return run?.(context)
    return assertAccess(operation, context.set, () => run(context))
  }

  function letIn(exchange: Exchange, { authScheme, scope }: Operation): void | Promise<void> {
    const { headers } = exchange.set
    if (authScheme !== undefined) return guard.admitBy(exchange, authScheme.admit, headers)
    return scope === undefined ? undefined : guard.admit(exchange, scope, headers)
  }

  return (exchange, { operation, params }) => {
    const { request, set } = exchange
    exchange.operation = operation
    return after(letIn(exchange, operation), () => {
      eventLoop.note(exchange.caller?.projectId, exchange.startedAtMs)
      return after(readInput(exchange, operation, params), ({ query, body }) => {
        // Other requests may have begun while its body arrived.
        activity.resume(exchange.ticket)
        exchange.subject = observer?.describe(operation.id, { params, query, body })
        const caller = exchange.caller && callerOf(exchange, exchange.caller)
        return after(handle(operation, { request, set, params, query, body, caller }), (given) => {
          check?.(operation, set.status ?? 200, given)
          return draftOf(given, set)
        })
      })
    })
  }
}

/** Goes on at once where nothing has to be waited for: most requests wait for nothing, and a promise has its price. */
function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}

function callerOf(exchange: Exchange, caller: Caller): Caller {
  // Who only reads leaves no line in the audit log.
  if (exchange.method === 'GET' || exchange.method === 'HEAD') return caller
  const ip = addressOf(exchange)
  const actor = { ...caller.actor, requestId: exchange.id, ...(ip === undefined ? {} : { ip }) }
  return { ...caller, actor }
}
