import { Elysia } from 'elysia'
import { answerPublic } from '../../public-files.ts'

// Hidden in the API description; without CORS headers.
const route = { parse: 'none', detail: { hide: true, 'x-cross-origin': false } as object } as const

/** Content security policy: own style and script, and the index of the search box. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = { 'cache-control': 'no-cache', 'content-security-policy': policy, 'referrer-policy': 'same-origin' }
const textHeaders = { 'cache-control': 'no-cache' }
const fixedHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The guides of docs/ as rendered by the build, also as Markdown, and `/llms.txt`, which lists them. */
export function guideRoutes() {
  return new Elysia()
    .get('/docs/guide', ({ request }) => answerPublic(request, 'guide/index.html', pageHeaders), route)
    .get(
      '/docs/guide/:name',
      ({ request, params }) =>
        params.name.endsWith('.md')
          ? answerPublic(request, `guide/${params.name}`, textHeaders)
          : answerPublic(request, `guide/${params.name}.html`, pageHeaders),
      route,
    )
    .get(
      '/docs/guide/assets/:file',
      ({ request, params }) => answerPublic(request, `guide/assets/${params.file}`, fixedHeaders),
      route,
    )
    .get(
      '/docs/guide/images/:file',
      ({ request, params }) => answerPublic(request, `guide/images/${params.file}`, textHeaders),
      route,
    )
    .get('/llms.txt', ({ request }) => answerPublic(request, 'guide/llms.txt', textHeaders), route)
}
