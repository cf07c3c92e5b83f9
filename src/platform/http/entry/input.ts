import { fail } from '../../../kernel/errors/index.ts'
import type { Exchange } from '../exchange.ts'
import type { Operation } from '../operation.ts'
import { checkDeclaredLength, checkMediaType, readBytes, readText } from './body.ts'
import { readIssues } from './issues.ts'
import { readJson } from './json.ts'
import type { Query } from './query.ts'

/** What a handler gets: the query with its numbers read, and the body when the operation takes one. */
export type Input = { query: Query; body?: unknown }

/** Reads and checks path, query and body of a request, cheapest first. Fails with 400, 413, 415 or 422. */
export function readInput(exchange: Exchange, operation: Operation, params: unknown): Input | Promise<Input> {
  if (operation.params !== undefined && !operation.params.Check(params))
    fail('VALIDATION_FAILED', {
      detail: 'Correct the parts of the path listed in issues.',
      issues: readIssues(operation.params.Errors(params)),
    })
  const query = operation.query(exchange.search)
  return operation.takes === undefined ? { query } : readBody(exchange, operation, query)
}

async function readBody(exchange: Exchange, operation: Operation, query: Query): Promise<Input> {
  const { request } = exchange
  const { types, maxBytes } = operation.takes ?? { types: [], maxBytes: 0 }
  checkDeclaredLength(request, maxBytes)
  checkMediaType(request, types)
  if (operation.body === undefined) return { query, body: await readBytes(request, maxBytes) }
  const text = await readText(request, maxBytes)
  if (request.headers.has('idempotency-key')) exchange.bodyText = text
  const body = readJson(text)
  if (!operation.body.Check(body))
    fail('VALIDATION_FAILED', {
      detail: 'Correct the members of the body listed in issues.',
      issues: readIssues(operation.body.Errors(body)),
    })
  return { query, body }
}
