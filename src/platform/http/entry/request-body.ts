import type { TSchema } from '@sinclair/typebox'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { checkAbandoned } from '../access/abandoned-bodies.ts'
import { type Exchange, exchangeOf } from '../exchange.ts'
import { type Operation, mayOmit } from '../operation.ts'
import { workContext } from '../work-context.ts'
import { eventLoop, isInline } from './admission.ts'
import { checkDeclaredLength, checkMediaType, decodeText, isShort, readBytes, readShort, setBodyOwner } from './body.ts'
import { checkOf, readIssues } from '../../../kernel/validation/index.ts'
import { readJson } from './json.ts'
import { type BodyReader, createRepeatedMemberReader } from './repeated-member.ts'
import { trimTexts } from './trimming.ts'

export type RequestBodyReader = (request: Request) => Promise<unknown>

/**
 * A reader for the bodies of an operation: media type (415), size (413), JSON (400), schema (422), in this order. No byte is
 * read before the checks that do not need it. Returns an object, bytes, or undefined for a form, which the handler reads.
 */
export function createRequestBodyReader(operation: Operation): RequestBodyReader {
  const { body: schema, takes, repeats } = operation
  const { types, maxBytes, form } = takes ?? { types: ['application/json'], maxBytes: limits.requestBodyBytes }
  const isOptional = mayOmit(schema)
  const readText = repeats === undefined ? readJson : createRepeatedMemberReader(repeats)

  return async (request) => {
    if (isOptional && isWithoutBody(request)) return {}
    checkDeclaredLength(request, maxBytes)
    checkMediaType(request, types)
    const exchange = exchangeOf(request)
    const isBrief = isShort(request)
    if (!isBrief) {
      const context = workContext(request)
      checkAbandoned(context)
      exchange.hasLargeBody = true
      setBodyOwner(request, { context, hold: (lease) => (exchange.memory = lease) })
    }
    if (form !== undefined) return undefined
    const bytes = await (isBrief ? readShort(request) : readBytes(request, maxBytes))
    // Parsing a large body blocks the event loop for milliseconds, and the caller may have disconnected before its turn.
    if (!isInline(bytes.length))
      return eventLoop.run(workContext(request), () => parse(exchange, bytes, { schema, readText }))
    return parse(exchange, bytes, { schema, readText })
  }
}

function isWithoutBody({ headers, body }: Request): boolean {
  return !headers.has('content-type') && (body === null || headers.get('content-length') === '0')
}

function parse(
  exchange: Exchange,
  bytes: Uint8Array,
  { schema, readText }: { schema: TSchema | undefined; readText: BodyReader },
): unknown {
  if (exchange.request.headers.has('idempotency-key')) exchange.bodyHash = Bun.SHA256.hash(bytes, 'hex')
  if (schema === undefined) return bytes
  const body = readText(decodeText(bytes))
  const check = checkOf(schema)
  if (!check.Check(body))
    fail('VALIDATION_FAILED', {
      detail: 'Correct the members of the body listed in issues.',
      issues: readIssues(check.Errors(body)),
    })
  return trimTexts(schema, body)
}
