/** What the API reference begins with, as Markdown: how calls work, each with the guide that says the rest. */
export const introduction = `Create, store, render and export HTML email templates. Every operation answers under \`/v1\` and \`/api/v1\`, takes
the API key in \`Svc-Api-Auth\`, and speaks JSON. The [guides](/docs/guide) explain how things work together; begin with
[Getting started](/docs/guide/getting-started) or [Embedding the editor](/docs/guide/embed).

## Keys

\`Svc-Api-Auth: svc_…\` goes with every call. The first key is printed at the first start; \`svc keys create\` and
\`POST /v1/api-keys\` make others. A key has scopes, and each operation names the one it needs. See
[authentication](/docs/guide/api#authentication) and [what each operation requires](/docs/guide/access).

## Lists

\`?limit=\` (1 to 100, otherwise 25) and \`?cursor=\` return \`data\` and \`page\`. Pass \`page.next_cursor\` until \`page.has_more\` is
false. See [lists](/docs/guide/api#lists).

## Repeating a call safely

A POST that documents \`Idempotency-Key\` keeps its response for 24 hours: the same key with the same request returns it again,
and nothing happens twice. See [repeating a call](/docs/guide/api#repeating-a-call-safely).

## ETags

Send the \`ETag\` of a template as \`If-Match\` with a change: 412 if someone was faster. As \`If-None-Match\` with a read: 304 while
nothing changed. See [ETags](/docs/guide/api#etags).

## Errors

Failures are \`application/problem+json\` (RFC 9457). Decide by \`code\`; \`issues\` points at what to correct, and \`type\` is a link to
the [code and its remedy](/docs/errors). See [errors](/docs/guide/api#errors).

## Rates

Responses carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; above the rate, 429 with \`Retry-After\`. See
[rates](/docs/guide/api#rates) and [limits](/docs/guide/limits).

## Webhooks

Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com) has it: verify the signature over the bytes that arrived,
before reading them. See [verifying](/docs/guide/webhooks#verifying) for code in five languages.

## Browsers

Pages embed the editor with the [SDK](/docs/guide/embed), which this service has at \`/sdk/svc.js\` and as the package
\`/sdk/svc-browser.tgz\`.`
