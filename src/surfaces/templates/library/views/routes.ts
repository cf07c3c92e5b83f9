import {
  type Http,
  digestOf,
  etagOf,
  markUnrestricted,
  writtenJson,
  workContext,
} from '../../../../platform/http/index.ts'
import type { WorkerPool } from '../../../../platform/jobs/index.ts'
import type { Store } from '../../../../platform/storage/index.ts'
import {
  RenderedTemplate,
  type SignImageUrls,
  Template,
  TemplateParams,
  type ThumbnailLinks,
} from '../../template/index.ts'
import { prefersHtml, prefersMjml } from './accept.ts'
import { MjmlQuery, StructuredTemplate, TemplateBlocks, TemplateHtmlQuery, TemplateMjml } from './contract.ts'
import { lintedViews } from './linted.ts'
import { mjmlOf } from './mjml.ts'
import { type Summary, createSummarize } from './summary.ts'
import { blocks, createViews, hashOf, structured } from './views.ts'

// The HTML of an email is untrusted: opened in a browser, it runs no scripts and loads only images and inline styles.
const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

const revisionTag = 'The ETag contains the revision; If-None-Match returns 304 while it is current.'

const mjmlHeaders = { 'content-type': 'text/mjml; charset=utf-8', 'x-content-type-options': 'nosniff' }

// The contract allows one content type per status; the HTML page is an alternative representation of the same response.
function pageOf(html: string): never {
  return new Response(html, { headers: htmlHeaders }) as never
}

export interface ViewDeps {
  http: Http
  store: Store
  cdnUrl: string
  workers: WorkerPool
  links: ThumbnailLinks
  signImages?: SignImageUrls | undefined
}

export function viewRoutes({ http, store, cdnUrl, workers, links, signImages }: ViewDeps) {
  const views = lintedViews(createViews(cdnUrl, signImages), cdnUrl)
  const summarize = createSummarize(links)
  return http
    .surface('templates')
    .get(
      '/templates/:id',
      ({ caller, params, request, set }) => {
        const summary = summarize(store.read, caller, params.id)
        const show = shownBy(request, set.headers)
        // No promise for a cached summary. Elysia awaits a handler whose source contains a returned call.
        return summary instanceof Promise ? (summary.then(show) as never) : show(summary)
      },
      {
        id: 'templates.get',
        summary: 'Get one template',
        description:
          `The template without its content. ${revisionTag} The favorite mark belongs to the caller and does not affect ` +
          'the revision.',
        scope: 'templates:read',
        params: TemplateParams,
        etag: true,
        response: { 200: Template },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
    .get(
      '/templates/:id/structured',
      async ({ caller, params, set }) => {
        const view = await structured(store.read, caller, params.id)
        set.headers.etag = etagOf(view.revision)
        return view
      },
      {
        id: 'templates.getStructured',
        summary: 'Get the document of a template',
        description: `The canonical, hierarchical email document. ${revisionTag}`,
        scope: 'templates:read',
        params: TemplateParams,
        etag: true,
        response: { 200: StructuredTemplate },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
    .get('/templates/:id/blocks', ({ caller, params }) => blocks(store.read, caller, params.id), {
      id: 'templates.getBlocks',
      summary: 'List the blocks of a template',
      description: 'Nodes of the document in reading order, with their positions and texts.',
      scope: 'templates:read',
      etag: digestOf,
      params: TemplateParams,
      response: { 200: TemplateBlocks },
      errors: ['TEMPLATE_NOT_FOUND'],
    })
    .get(
      '/templates/:id/html',
      async ({ caller, params, query, request, set }) => {
        const view = await views.html(
          { db: store.read, workers: workers.forCaller(workContext(request)) },
          caller,
          params.id,
          query,
        )
        const asHtml = prefersHtml(request.headers.get('accept') ?? undefined)
        set.headers.etag = etagOf(asHtml ? `${view.hash}-html` : view.hash)
        set.headers.vary = 'Accept'
        return asHtml ? pageOf(view.rendered.html) : view.rendered
      },
      {
        id: 'templates.getHtml',
        summary: 'Get the rendered HTML of a template',
        description:
          'Returns the rendered email with its plain text and a report; with `recipient`, as a sample recipient gets it. With `Accept: text/html` returns the HTML, with a ' +
          'Content-Security-Policy that prevents scripts. The ETag is the hash of the result.',
        scope: 'templates:read',
        params: TemplateParams,
        query: TemplateHtmlQuery,
        etag: true,
        response: { 200: RenderedTemplate },
        responses: { 200: { description: 'The email.', content: { 'text/html': { schema: { type: 'string' } } } } },
        errors: ['TEMPLATE_NOT_FOUND', 'RELEASE_NOT_FOUND', 'NOT_PUBLISHED', 'RENDER_TOO_LARGE', 'RECIPIENT_NOT_FOUND'],
      },
    )
    .get(
      '/templates/:id/mjml',
      async ({ caller, params, query, request, set }) => {
        const view = await mjmlOf(store.read, caller, params.id, { ...query, cdnUrl })
        const hash = await hashOf(JSON.stringify(view))
        const asMjml = prefersMjml(request.headers.get('accept') ?? undefined)
        set.headers.etag = etagOf(asMjml ? `${hash}-mjml` : hash)
        set.headers.vary = 'Accept'
        return asMjml ? (new Response(view.mjml, { headers: mjmlHeaders }) as never) : view
      },
      {
        id: 'templates.getMjml',
        summary: 'Get a template as MJML',
        description:
          'Returns MJML that mjml compiles, with merge tags, conditions and loops as Liquid, and warnings for what MJML ' +
          'cannot express. With `Accept: text/mjml` returns the MJML alone. The ETag is the hash of the result.',
        scope: 'templates:read',
        params: TemplateParams,
        query: MjmlQuery,
        etag: true,
        response: { 200: TemplateMjml },
        responses: { 200: { description: 'The email.', content: { 'text/mjml': { schema: { type: 'string' } } } } },
        errors: ['TEMPLATE_NOT_FOUND', 'RELEASE_NOT_FOUND', 'NOT_PUBLISHED'],
      },
    )
}

/** Serialized once for all callers that may read the template. */
function shownBy(request: Request, headers: Record<string, string | number>): (summary: Summary) => Template {
  return ({ json, tag, isRestricted }) => {
    headers['etag'] = etagOf(tag)
    if (!isRestricted) markUnrestricted(request)
    return writtenJson<Template>(json)
  }
}
