import { fail } from '../../kernel/errors/index.ts'
import type { Exchange } from './exchange.ts'
import type { Operation } from './operation.ts'
import {
  checkDeclaredLength,
  checkMediaType,
  decodeText,
  isShort,
  readBytes,
  readShort,
  setBodyOwner,
} from './entry/body.ts'
import { checkAbandoned } from './access/abandoned-bodies.ts'
import { eventLoop, isInline } from './entry/admission.ts'
import { checkOf } from './entry/check.ts'
import { readIssues } from './entry/issues.ts'
import type { Query } from './entry/query.ts'
import { trimTexts } from './entry/trimming.ts'
import { workContext } from './work-context.ts'

/** What a handler gets: the query with its numbers read, and the body when the operation takes one. */
export type Input = { query: Query; body?: unknown }

/** Reads and checks path, query and body of a request, cheapest first. Fails with 400, 413, 415 or 422. */
export function readInput(exchange: Exchange, operation: Operation, params: unknown): Input | Promise<Input> {
  if (operation.params !== undefined && !checkOf(operation.params).Check(params))
    fail('VALIDATION_FAILED', {
      detail: 'Correct the parts of the path listed in issues.',
      issues: readIssues(checkOf(operation.params).Errors(params)),
    })
  const query = operation.query(exchange.search)
  return operation.takes === undefined ? { query } : readBody(exchange, operation, query)
}

function isWithoutBody({ headers, body }: Request): boolean {
  return !headers.has('content-type') && (body === null || headers.get('content-length') === '0')
}

async function readBody(exchange: Exchange, operation: Operation, query: Query): Promise<Input> {
  const { request } = exchange
  const { types, maxBytes, form } = operation.takes ?? { types: [], maxBytes: 0 }
  if (operation.mayOmitBody && isWithoutBody(request)) return { query, body: {} }
  checkDeclaredLength(request, maxBytes)
  checkMediaType(request, types)
  const isBrief = isShort(request)
  if (!isBrief) {
    const context = workContext(request)
    checkAbandoned(context)
    exchange.hasLargeBody = true
    setBodyOwner(request, { context, hold: (lease) => (exchange.memory = lease) })
  }
  if (form !== undefined) return { query }
  const bytes = await (isBrief ? readShort(request) : readBytes(request, maxBytes))
  // Parsing a large body blocks the event loop for milliseconds; when its turn comes the caller may be gone.
  if (!isInline(bytes.length))
    return eventLoop.run(workContext(request), () => inputOf(exchange, operation, { query, bytes }))
  return inputOf(exchange, operation, { query, bytes })
}

function inputOf(
  exchange: Exchange,
  operation: Operation,
  { query, bytes }: { query: Query; bytes: Uint8Array },
): Input {
  if (exchange.request.headers.has('idempotency-key')) exchange.bodyHash = Bun.SHA256.hash(bytes, 'hex')
  if (operation.body === undefined) return { query, body: bytes }
  const body = operation.readBody(decodeText(bytes))
  const check = checkOf(operation.body)
  if (!check.Check(body))
    fail('VALIDATION_FAILED', {
      detail: 'Correct the members of the body listed in issues.',
      issues: readIssues(check.Errors(body)),
    })
  return { query, body: trimTexts(operation.body, body) }
}
