import { limits } from '../../../kernel/limits.ts'
import type { JsonObject } from './model.ts'

/** How a call is authenticated. */
export const securitySchemes: Record<string, JsonObject> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Svc-Api-Auth',
    description: 'An API key of the project: `svc_` and 48 hexadecimal characters.',
  },
  pluginToken: {
    type: 'apiKey',
    in: 'header',
    name: 'ES-PLUGIN-AUTH',
    description:
      'Base64 of `<payload JSON>.<hex HMAC-SHA256 of that JSON under the Secret Key>`, at most 24 hours old.',
  },
  editorSession: {
    type: 'apiKey',
    in: 'header',
    name: 'Svc-Session',
    description: 'The session that `plugin.init` answered; goes with the token.',
  },
}

/** Headers that many answers carry. */
export const headers: Record<string, JsonObject> = {
  RequestId: header('Names this request in logs and reports.', { type: 'string' }),
  Location: header('Address of what was made.', { type: 'string' }),
  ETag: header('Tag of the revision, for If-Match and If-None-Match.', { type: 'string' }),
  Allow: header('The methods this path takes.', { type: 'string' }),
  RetryAfter: header('Seconds to wait.', { type: 'integer' }),
  IdempotencyReplayed: header('Present when the answer is that of an earlier call.', {
    type: 'string',
    enum: ['true'],
  }),
  CreditsRemaining: header('Credits that the company has left this month; `unlimited` on a plan without limit.', {
    type: 'string',
    pattern: '^([0-9]+|unlimited)$',
    examples: ['238'],
  }),
  RateLimitLimit: header('Requests per window.', { type: 'integer' }),
  RateLimitRemaining: header('Requests left in the window.', { type: 'integer' }),
  RateLimitReset: header('When the window ends, Unix seconds.', { type: 'integer' }),
  RateLimitPolicy: header('The policy, as `"name";q=requests;w=seconds`.', { type: 'string' }),
}

/** Request headers that many operations take. */
export const parameters: Record<string, JsonObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Repeating a call under the same key within ${limits.idempotencyHours} hours gives the same answer and does nothing again. Keys belong to the API key or person that calls; secrets that a response shows once are null when it is replayed.`,
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that was read; the call fails with 412 when somebody changed the resource since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer; 304 without a body while it still holds.',
    schema: { type: 'string' },
  },
}

function header(description: string, schema: JsonObject): JsonObject {
  return { description, schema }
}
