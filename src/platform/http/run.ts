import type { Caller } from '../identity/index.ts'
import type { Guard } from './access/guard.ts'
import type { AnswerCheck } from './answer/check.ts'
import { type Draft, draftOf } from './draft.ts'
import { type Exchange, addressOf } from './exchange.ts'
import { readInput } from './input.ts'
import type { Operation } from './operation.ts'
import type { Match } from './router.ts'

/** Answers one operation: lets the caller in, reads and checks the input, runs the handler. Fails as they fail. */
export type Run = (exchange: Exchange, match: Match<Operation>) => Promise<Draft | Response>

/** The way of every operation, in the order key (401), scope (403), rate (429), path and query (422), body (4xx). */
export function createRun({ guard, check }: { guard: Guard; check: AnswerCheck | undefined }): Run {
  return async (exchange, { operation, params }) => {
    const { request, set } = exchange
    exchange.operation = operation
    // Most decisions need no waiting, and a promise costs more than they do.
    if (operation.scope !== undefined) {
      const admitting = guard.admit(exchange, operation.scope, set.headers)
      if (admitting !== undefined) await admitting
    }
    const reading = readInput(exchange, operation, params)
    const { query, body } = reading instanceof Promise ? await reading : reading
    const caller = exchange.caller && callerOf(exchange, exchange.caller)
    const giving = operation.handle?.({ request, set, params, query, body, caller })
    const given = giving instanceof Promise ? await giving : giving
    check?.(operation, set.status ?? 200, given)
    const answer = draftOf(given, set)
    return exchange.method === 'HEAD' && answer instanceof Response ? withoutBody(answer) : answer
  }
}

/** What HEAD gets in place of it: the length stays (RFC 9110 9.3.2). */
async function withoutBody({ status, headers, body }: Response): Promise<Response> {
  if (body !== null && !headers.has('content-length'))
    headers.set('content-length', String((await new Response(body).bytes()).length))
  return new Response(null, { status, headers })
}

function callerOf(exchange: Exchange, caller: Caller): Caller {
  // Who only reads leaves no line in the audit log.
  if (exchange.method === 'GET' || exchange.method === 'HEAD') return caller
  const ip = addressOf(exchange)
  const actor = { ...caller.actor, requestId: exchange.id, ...(ip === undefined ? {} : { ip }) }
  return { ...caller, actor }
}
