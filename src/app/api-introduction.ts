/** Markdown of the API reference; each section links to its guide. */
export const introduction = `Create, store, render and export HTML email templates. Every operation is available under \`/v1\` and \`/api/v1\`,
takes the API key in \`Svc-Api-Auth\`, and uses JSON. The [guides](/docs/guide) explain how the parts work together; start with
[Getting started](/docs/guide/getting-started) or [Embedding the editor](/docs/guide/embed).

## Keys

Send \`Svc-Api-Auth: svc_…\` with every request. The first key is printed at the first start; \`svc keys create\` and
\`POST /v1/api-keys\` create others. A key has scopes, and each operation names the one it needs. \`GET /v1/projects/me\` returns the project,
scopes, expiry and limits of a key. See
[authentication](/docs/guide/api#authentication) and [what each operation requires](/docs/guide/access).

## Lists

\`?limit=\` (1 to 100, default 25) and \`?cursor=\` return \`data\` and \`page\`. Pass \`page.next_cursor\` until \`page.has_more\` is
false. See [lists](/docs/guide/api#lists).

## Repeating a request safely

The response to a POST with an \`Idempotency-Key\` is stored for 24 hours, where the operation documents it: a repeated request returns
it again and has no second effect. See [repeating a request](/docs/guide/api#repeating-a-request-safely).

## ETags

Send the \`ETag\` of a template as \`If-Match\` with a change: 412 if the template has changed since. As \`If-None-Match\` with a read: 304
if it has not. See [ETags](/docs/guide/api#etags).

## Errors

Failures are \`application/problem+json\` (RFC 9457). Use \`code\` in programs; \`issues\` lists invalid members, and \`type\` links to
the [code and its remedy](/docs/errors). See [errors](/docs/guide/api#errors).

## Rates

Responses contain \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; above the rate, 429 with \`Retry-After\`. See
[rates](/docs/guide/api#rates) and [limits](/docs/guide/limits).

## Webhooks

Deliveries are signed by [Standard Webhooks](https://www.standardwebhooks.com): verify the signature of the raw body before parsing it.
See [verifying](/docs/guide/webhooks#verifying) for code in five languages.

## Browsers

Pages embed the editor with the [SDK](/docs/guide/embed), which this service serves at \`/sdk/svc.js\` and as the package
\`/sdk/svc-browser.tgz\`.`
