/**
 * Markdown of the API reference: five minutes from a key to a webhook; each section links to its guide. Its `sh` blocks are
 * executed by test/journeys/docs, and its receiver is that of the guide.
 */
export const introduction = `Create, store, render and export HTML email templates. Every operation is available under \`/v1\` and \`/api/v1\`, and
uses JSON. The [guides](/docs/guide) explain how the parts work together; start with
[Getting started](/docs/guide/getting-started) or [Embedding the editor](/docs/guide/embed).

## Authentication

Send the API key in \`Svc-Api-Auth\` with every request. The first key is printed at the first start; \`svc keys create\` and
\`POST /v1/api-keys\` create others.

\`\`\`sh
export KEY=svc_…
curl http://localhost:3009/v1/projects/me -H "Svc-Api-Auth: $KEY"
\`\`\`

The response is the project of the key, its scopes, expiry and limits. 401 \`UNAUTHORIZED\`: the key is missing, unknown or revoked. See
[authentication](/docs/guide/api#authentication).

## Scopes

A key has scopes, such as \`templates:read\`, and each operation names the one it needs; without it the response is 403 \`FORBIDDEN\`. Give
each program a key with the scopes that it uses:

\`\`\`sh
curl -X POST http://localhost:3009/v1/api-keys -H "Svc-Api-Auth: $KEY" -H "Content-Type: application/json" \\
  -d '{ "name": "Website", "scopes": ["templates:read"] }'
\`\`\`

See [what each operation requires](/docs/guide/access).

## Errors

Failures are \`application/problem+json\` (RFC 9457). Use \`code\` in programs; \`issues\` lists invalid members, \`type\` links to the
[code and its remedy](/docs/errors), and \`request_id\` identifies the request in the log.

\`\`\`sh
curl -s "http://localhost:3009/v1/templates/my?limit=1000" -H "Svc-Api-Auth: $KEY" | jq -c '{code}'
# {"code":"VALIDATION_FAILED"}
\`\`\`

See [errors](/docs/guide/api#errors).

## Lists

\`?limit=\` (1 to 100, default 25) and \`?cursor=\` return \`data\` and \`page\`. Pass \`page.next_cursor\` until \`page.has_more\` is false:

\`\`\`sh
CURSOR=$(curl -s "http://localhost:3009/v1/templates/public?limit=1" -H "Svc-Api-Auth: $KEY" | jq -r .page.next_cursor)
curl "http://localhost:3009/v1/templates/public?limit=1&cursor=$CURSOR" -H "Svc-Api-Auth: $KEY"
\`\`\`

See [lists](/docs/guide/api#lists).

## Repeating a request safely

The response to a POST with an \`Idempotency-Key\` is stored for 24 hours, where the operation documents it: a repeated request returns
it again and has no second effect.

\`\`\`sh
ID=$(curl -s -X POST http://localhost:3009/v1/templates -H "Svc-Api-Auth: $KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-4711" -d '{ "name": "Receipt", "type": "transactional" }' | jq -r .id)
\`\`\`

See [repeating a request](/docs/guide/api#repeating-a-request-safely).

## ETags

Send the \`ETag\` of a template as \`If-Match\` with a change: 412 if the template has changed since. As \`If-None-Match\` with a read: 304
if it has not.

\`\`\`sh
curl -X PUT "http://localhost:3009/v1/templates/$ID" -H "Svc-Api-Auth: $KEY" -H "Content-Type: application/json" \\
  -H 'If-Match: "1"' -d '{ "name": "Receipt of an order" }'
\`\`\`

See [ETags](/docs/guide/api#etags).

## Rates

Responses contain \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; above the rate, 429 with \`Retry-After\` in seconds. See
[rates](/docs/guide/api#rates) and [limits](/docs/guide/limits).

## Webhooks

A webhook receives the events of the project, signed by [Standard Webhooks](https://www.standardwebhooks.com):

\`\`\`sh
curl -X POST http://localhost:3009/v1/webhooks -H "Svc-Api-Auth: $KEY" -H "Content-Type: application/json" \\
  -d '{ "url": "https://example.com/hooks/svc", "events": ["template.updated"] }'
\`\`\`

The response contains the \`secret\`, which is shown only once. Verify the signature of the raw body before parsing it:

\`\`\`ts
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Answers the event, or throws. \`body\` is the body as it came, before any JSON parser has seen it. */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | undefined>,
  body: string,
  nowSeconds = Date.now() / 1000,
): unknown {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^\\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > 300) throw new Error('Too old or too new')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.slice(3), 'base64')
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Error('Not signed with this secret')
  return JSON.parse(body)
}
\`\`\`

See [webhooks](/docs/guide/webhooks) for filters, headers and rates, and [verifying](/docs/guide/webhooks#verifying) for code in five languages.

## Browsers

Pages embed the editor with the [SDK](/docs/guide/embed), which this service serves at \`/sdk/svc.js\` and as the package
\`/sdk/svc-browser.tgz\`.`
