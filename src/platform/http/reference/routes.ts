import { Elysia } from 'elysia'
import { fail } from '../../../kernel/errors/index.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { acceptsGzip } from '../response/compression.ts'
import { type FixedFile, fixFile, readReference } from './bundle.ts'
import { errorsPage, errorsPolicy, referencePage, referencePolicy, startScript } from './page.ts'

const hidden = { detail: { hide: true } }

/**
 * `/openapi.json`, taken from the build where there is one and described by the routes where not, the reference at `/docs` rendered from it, and `/docs/errors`. Everything comes from this executable;
 * the browser is notified to ask nobody else.
 */
export function referenceRoutes(
  describe: () => Generator<undefined, OpenApiDocument>,
  readPacked: () => Promise<PackedDocument | undefined> = () => Promise.resolve(undefined),
) {
  let document: Promise<{ text: string; etag: string; title: string }> | undefined
  let files: Promise<FixedFile[]> | undefined

  const described = () => (document ??= readDocument())
  const readDocument = async () => {
    const { text, title } = (await readPacked()) ?? writeDocument(await runInTurns(describe()))
    return { text, etag: `"${Bun.hash(text).toString(36)}"`, title }
  }
  const fixed = () => (files ??= readFiles())

  return new Elysia()
    .get(
      '/openapi.json',
      async () => {
        const { text, etag } = await described()
        return new Response(text, {
          headers: { 'content-type': 'application/json', 'cache-control': 'no-cache', etag },
        })
      },
      hidden,
    )
    .get(
      '/docs',
      async () => {
        const names = (await fixed()).map((file) => file.name)
        return page(referencePage(`${(await described()).title} reference`, names), referencePolicy)
      },
      hidden,
    )
    .get('/docs/errors', () => page(errorsPage(), errorsPolicy), hidden)
    .get(
      '/docs/:file',
      async ({ request, params }) => {
        const file = (await fixed()).find(({ name }) => name === params.file) ?? fail('FILE_NOT_FOUND')
        return answerFile(request, file)
      },
      hidden,
    )
}

/** The document as the build made it. */
export type PackedDocument = { text: string; title: string }

function writeDocument(document: OpenApiDocument): PackedDocument {
  return { text: JSON.stringify(document), title: String(document.info['title']) }
}

/** Milliseconds that a part of the work takes at one time. */
const turnMs = 5

/** Runs a generator in steps and yields to the event loop in between. */
async function runInTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let startedAt = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - startedAt < turnMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    startedAt = performance.now()
  }
}

async function readFiles(): Promise<FixedFile[]> {
  return [await readReference(), fixFile('start', Bun.gzipSync(startScript))]
}

function answerFile(request: Request, file: FixedFile): Response {
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: file.etag,
    vary: 'Accept-Encoding',
  }
  if (!acceptsGzip(request)) return new Response(file.unpack(), { headers })
  return new Response(file.gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
}

function page(html: string, policy: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  })
}
