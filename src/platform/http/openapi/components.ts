import { limits } from '../../../kernel/limits.ts'
import type { JsonObject } from './model.ts'

/** The names differ from those of schemas in any case: generators in Go make a type of each. */
export const securitySchemes: Record<string, JsonObject> = {
  apiKeyAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'Svc-Api-Auth',
    description: 'An API key of the project: `svc_` and 48 hexadecimal characters.',
  },
  pluginAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'ES-PLUGIN-AUTH',
    description:
      'Base64 of `<payload JSON>.<hex HMAC-SHA256 of that JSON under the Secret Key>`, at most 24 hours old.',
  },
  sessionAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'Svc-Session',
    description: 'The session id returned by `plugin.init`; required with a token.',
  },
}

/** Headers shared by many responses. */
export const headers: Record<string, JsonObject> = {
  RequestId: header('Names this request in logs and reports.', { type: 'string' }),
  Location: header('URL of the created resource.', { type: 'string' }),
  ETag: header('Tag of the revision, for If-Match and If-None-Match.', { type: 'string' }),
  Allow: header('The methods that this path supports.', { type: 'string' }),
  RetryAfter: header('Seconds to wait.', { type: 'integer' }),
  IdempotencyReplayed: header('Present when the response is a replay of an earlier response.', {
    type: 'string',
    enum: ['true'],
  }),
  CreditsRemaining: header('Credits that remain to the company this month; `unlimited` on a plan without a limit.', {
    type: 'string',
    pattern: '^([0-9]+|unlimited)$',
    examples: ['238'],
  }),
  RateLimitLimit: header('Requests per window.', { type: 'integer' }),
  RateLimitRemaining: header('Requests left in the window.', { type: 'integer' }),
  RateLimitReset: header('When the window ends, Unix seconds.', { type: 'integer' }),
  RateLimitPolicy: header('The policy, as `"name";q=requests;w=seconds`.', { type: 'string' }),
}

// RFC 9110 5.5: the server of the runtime refuses others before they are read.
const fieldValue: JsonObject = { type: 'string', pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$' }

/** Request headers shared by many operations. */
export const parameters: Record<string, JsonObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `A repeated call with the same key within ${limits.idempotencyHours} hours returns the first response and has no further effect. Keys are scoped to the API key or user; secrets that a response shows once are null in a replay.`,
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that was read; the call fails with 412 if the resource has changed since.',
    schema: fieldValue,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier response; 304 without a body if it still matches.',
    schema: fieldValue,
  },
}

/** Request headers of every event that the service sends. */
export const webhookParameters: Record<string, JsonObject> = {
  WebhookId: signed('webhook-id', 'The same for every attempt.'),
  WebhookTimestamp: signed('webhook-timestamp', 'Unix seconds of this attempt.'),
  WebhookSignature: signed('webhook-signature', 'One or more `v1,` and base64 HMAC-SHA256 of `id.timestamp.body`.'),
}

function signed(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

function header(description: string, schema: JsonObject): JsonObject {
  return { description, schema }
}
