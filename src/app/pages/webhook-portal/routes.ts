import { Elysia } from 'elysia'
import { ServiceError } from '../../../kernel/errors/index.ts'
import type { SubscribableType } from '../../../kernel/events/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  type Portal,
  type SubscriptionDeps,
  getDelivery,
  listDeliveries,
  listWebhooks,
  loadWebhook,
  notePortalOpened,
  openPortal,
  presentWebhook,
  registerWebhook,
  removeWebhook,
  retryDelivery,
  rotateWebhook,
  sendTest,
  setWebhookEnabled,
  updateWebhook,
} from '../../../surfaces/webhooks/index.ts'
import { readForm } from '../form-request.ts'
import { hiddenRoute } from '../hidden-route.ts'
import type { Page } from '../layout.ts'
import { guardLinks } from '../link-guard.ts'
import { originOf, ownOriginsOf } from '../origin.ts'
import { answerPage } from '../respond.ts'
import {
  type EndpointShown,
  type ListShown,
  type PortalForm,
  type Refusal,
  deadLinkPage,
  deliveryPage,
  endpointPage,
  listPage,
  missingPage,
  portalHeaders,
} from './page.ts'
import { type PortalLanguage, type PortalTexts, languageOf } from './texts.ts'

export interface WebhookPortalDeps extends SubscriptionDeps {
  http: Pick<Http, 'clientQuota' | 'quota'>
  store: Store
  config: Pick<Config, 'appUrl' | 'baseUrl'>
}

interface Visit {
  readonly request: Request
  readonly token: string
  readonly language: PortalLanguage
}

// A URL of maximum length, and all external ids of a filter, with every byte percent-encoded.
const formBytes = 256 * 1024
const shownDeliveries = 25

/**
 * The pages on which a customer of a project manages its webhooks; without script, account and cookie, so that they work in an
 * iframe of another site. The token in the URL is the credential.
 */
export function webhookPortalPages({ config, http, store, ...deps }: WebhookPortalDeps) {
  const guarded = guardLinks({
    http,
    target: 'webhooks',
    // A page without any control, so that every frame may show why the link opens nothing.
    headers: portalHeaders(['*']),
    deadPage: (kind, acceptLanguage) => deadLinkPage(languageOf(acceptLanguage), kind),
  })
  const takeSend = http.quota('portal', { requests: limits.portalSends, seconds: limits.portalSendSeconds })
  const ownOrigins = ownOriginsOf(config)

  const open = (db: Db, { request, token }: Visit) => openPortal(db, token, originOf(request))
  const answer = (page: Page, { allowedOrigins }: Portal, status = 200) =>
    answerPage(page, status, portalHeaders(allowedOrigins))
  const doneIn = ({ request }: Visit) => new URL(request.url).searchParams.get('done') ?? undefined

  async function showList(
    visit: Visit,
    more: Pick<ListShown, 'created' | 'form' | 'refusal'> = {},
    status = 200,
  ): Promise<Response> {
    const portal = await open(store.read, visit)
    if (portal.link.openedAt === null)
      await store.tx(async (db) => notePortalOpened(db, await open(db, visit)), underLocks)
    const page = { limit: limits.customerWebhooks, descending: false }
    const webhooks = (await listWebhooks(store.read, portal.caller, page)).map(presented)
    return answer(listPage({ ...visit, ...more, done: doneIn(visit), link: portal.link, webhooks }), portal, status)
  }

  async function add(visit: Visit, fields: URLSearchParams): Promise<Response> {
    const { texts } = visit.language
    const form = readEndpoint(fields)
    const refuse = (refusal: Refusal, status: number) => showList(visit, { form, refusal }, status)
    const wrong = faultIn(form, texts)
    if (wrong !== undefined) return refuse(wrong, 422)
    try {
      await takeSend((await open(store.read, visit)).link.id, {})
      const created = await store.tx(async (db) => {
        const { caller } = await open(db, visit)
        const filter = form.externalIds.length === 0 ? undefined : { external_ids: [...form.externalIds] }
        const body = {
          url: form.url,
          events: [...form.events] as SubscribableType[],
          ...(form.description === '' ? {} : { description: form.description }),
          ...(filter === undefined ? {} : { filter }),
        }
        const { secret, webhook } = await registerWebhook(db, caller, body, deps)
        return { id: webhook.id, secret }
      }, underLocks)
      return await showList(visit, { created }, 201)
    } catch (error) {
      const refusal = refusalIn(error, texts)
      if (refusal === undefined) throw error
      return refuse(refusal.shown, refusal.status)
    }
  }

  async function showEndpoint(
    visit: Visit,
    id: string,
    more: Pick<EndpointShown, 'created' | 'form' | 'refusal'> = {},
    status = 200,
  ): Promise<Response> {
    const portal = await open(store.read, visit)
    return orMissing(visit, portal, async () => {
      const webhook = presented(await loadWebhook(store.read, portal.caller, id))
      const before = new URL(visit.request.url).searchParams.get('before') ?? ''
      const after = isId('delivery', before) ? before : undefined
      const page = { limit: shownDeliveries + 1, descending: true, after }
      const found = await listDeliveries(store.read, portal.caller, id, page, {})
      const deliveries = found.slice(0, shownDeliveries)
      const older = found.length > shownDeliveries ? deliveries.at(-1)?.id : undefined
      const shown = { ...visit, ...more, link: portal.link, webhook, deliveries, older, done: doneIn(visit) }
      return answer(endpointPage(shown), portal, status)
    })
  }

  async function actOnEndpoint(visit: Visit, id: string, fields: URLSearchParams): Promise<Response> {
    const act = fields.get('act')
    if (act === 'save') return change(visit, id, fields)
    if (act === 'rotate') return rotate(visit, id)
    const portal = await open(store.read, visit)
    if (act !== 'test' && act !== 'remove' && act !== 'enable' && act !== 'disable') return showEndpoint(visit, id)
    const endpoint = `/webhook-portal/${visit.token}/${id}`
    return orMissing(visit, portal, async () => {
      try {
        if (act === 'test') await takeSend(portal.link.id, {})
        await store.tx(async (db) => {
          const { caller } = await open(db, visit)
          if (act === 'test') await sendTest(db, caller, id)
          else if (act === 'remove') await removeWebhook(db, caller, id)
          else await setWebhookEnabled(db, caller, { id, enabled: act === 'enable' }, deps)
        }, underLocks)
      } catch (error) {
        const refusal = refusalIn(error, visit.language.texts)
        if (refusal === undefined) throw error
        return showEndpoint(visit, id, { refusal: refusal.shown }, refusal.status)
      }
      if (act === 'remove') return goOn(`/webhook-portal/${visit.token}?done=removed`)
      return goOn(`${endpoint}?done=${act === 'test' ? 'tested' : 'changed'}`)
    })
  }

  async function change(visit: Visit, id: string, fields: URLSearchParams): Promise<Response> {
    const { texts } = visit.language
    const form = readEndpoint(fields)
    const refuse = (refusal: Refusal, status: number) => showEndpoint(visit, id, { form, refusal }, status)
    const portal = await open(store.read, visit)
    return orMissing(visit, portal, async () => {
      const wrong = faultIn(form, texts)
      if (wrong !== undefined) return refuse(wrong, 422)
      try {
        await takeSend(portal.link.id, {})
        await store.tx(async (db) => {
          const { caller, link } = await open(db, visit)
          const before = await loadWebhook(db, caller, id)
          // Types that the project has added are not on the form.
          const added = before.events.filter((type) => !link.events.includes(type))
          const body = {
            url: form.url,
            events: [...added, ...form.events] as SubscribableType[],
            description: form.description === '' ? null : form.description,
            filter: form.externalIds.length === 0 ? null : { external_ids: [...form.externalIds] },
          }
          await updateWebhook(db, caller, { id, body, ifMatch: undefined }, deps)
        }, underLocks)
      } catch (error) {
        const refusal = refusalIn(error, texts)
        if (refusal === undefined) throw error
        return refuse(refusal.shown, refusal.status)
      }
      return goOn(`/webhook-portal/${visit.token}/${id}?done=changed`)
    })
  }

  async function rotate(visit: Visit, id: string): Promise<Response> {
    const portal = await open(store.read, visit)
    return orMissing(visit, portal, async () => {
      try {
        await takeSend(portal.link.id, {})
        const { secret } = await store.tx(
          async (db) => rotateWebhook(db, (await open(db, visit)).caller, { id, body: {} }, deps),
          underLocks,
        )
        return await showEndpoint(visit, id, { created: { id, secret } })
      } catch (error) {
        const refusal = refusalIn(error, visit.language.texts)
        if (refusal === undefined) throw error
        return showEndpoint(visit, id, { refusal: refusal.shown }, refusal.status)
      }
    })
  }

  async function showDelivery(visit: Visit, ids: DeliveryIds, refusal?: Refusal, status = 200): Promise<Response> {
    const portal = await open(store.read, visit)
    return orMissing(visit, portal, async () => {
      const webhook = presented(await loadWebhook(store.read, portal.caller, ids.webhookId))
      const delivery = await getDelivery(store.read, portal.caller, ids)
      return answer(deliveryPage({ ...visit, webhook, delivery, refusal, done: doneIn(visit) }), portal, status)
    })
  }

  async function retry(visit: Visit, ids: DeliveryIds): Promise<Response> {
    const portal = await open(store.read, visit)
    return orMissing(visit, portal, async () => {
      try {
        await takeSend(portal.link.id, {})
        await store.tx(async (db) => retryDelivery(db, (await open(db, visit)).caller, ids), underLocks)
      } catch (error) {
        const refusal = refusalIn(error, visit.language.texts)
        if (refusal === undefined) throw error
        return showDelivery(visit, ids, refusal.shown, refusal.status)
      }
      return goOn(`/webhook-portal/${visit.token}/${ids.webhookId}/${ids.id}?done=retried`)
    })
  }

  /** A page with a way back if the link has no such endpoint or delivery. */
  async function orMissing(visit: Visit, portal: Portal, show: () => Promise<Response>): Promise<Response> {
    try {
      return await show()
    } catch (error) {
      const code = error instanceof ServiceError ? error.apiCode : undefined
      if (code !== 'WEBHOOK_NOT_FOUND' && code !== 'DELIVERY_NOT_FOUND') throw error
      return answer(missingPage(visit), portal, 404)
    }
  }

  // Without a referrer, browsers send `null` as the origin. Nobody else can forge the form: it needs the token.
  const readFields = (request: Request) => readForm(request, [...ownOrigins(request), 'null'], formBytes)
  const visitOf = (request: Request, token: string): Visit => ({
    request,
    token,
    language: languageOf(request.headers.get('accept-language')),
  })
  const idsIn = (params: Readonly<Record<string, string>>) => ({
    webhookId: params['webhook'] ?? '',
    id: params['delivery'] ?? '',
  })

  return new Elysia()
    .get(
      '/webhook-portal/:token',
      guarded((request, token) => showList(visitOf(request, token))),
      hiddenRoute,
    )
    .post(
      '/webhook-portal/:token',
      guarded(async (request, token) => add(visitOf(request, token), await readFields(request))),
      hiddenRoute,
    )
    .get(
      '/webhook-portal/:token/:webhook',
      guarded((request, token, params) => showEndpoint(visitOf(request, token), idsIn(params).webhookId)),
      hiddenRoute,
    )
    .post(
      '/webhook-portal/:token/:webhook',
      guarded(async (request, token, params) =>
        actOnEndpoint(visitOf(request, token), idsIn(params).webhookId, await readFields(request)),
      ),
      hiddenRoute,
    )
    .get(
      '/webhook-portal/:token/:webhook/:delivery',
      guarded((request, token, params) => showDelivery(visitOf(request, token), idsIn(params))),
      hiddenRoute,
    )
    .post(
      '/webhook-portal/:token/:webhook/:delivery',
      guarded(async (request, token, params) => {
        await readFields(request)
        return retry(visitOf(request, token), idsIn(params))
      }),
      hiddenRoute,
    )
}

interface DeliveryIds {
  webhookId: string
  id: string
}

function presented(row: Parameters<typeof presentWebhook>[0]) {
  return presentWebhook(row, Date.now())
}

function readEndpoint(fields: URLSearchParams): PortalForm {
  const lines = fields.getAll('external_ids').flatMap((text) => text.split('\n'))
  return {
    url: (fields.get('url') ?? '').trim(),
    events: [...new Set(fields.getAll('events'))],
    description: plain(fields.get('description') ?? '')
      .slice(0, limits.webhookDescriptionLength)
      .toWellFormed(),
    externalIds: [...new Set(lines.map(plain).filter((id) => id !== ''))],
  }
}

function faultIn({ events, externalIds }: PortalForm, texts: PortalTexts): Refusal | undefined {
  if (events.length === 0) return { field: 'events', message: texts.badEvents }
  return isFilter(externalIds) ? undefined : { field: 'templates', message: texts.badTemplates }
}

function plain(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim()
}

function isFilter(externalIds: readonly string[]): boolean {
  return (
    externalIds.length <= limits.webhookFilterItems && externalIds.every((id) => id.length <= limits.externalIdLength)
  )
}

/** How the page shows why a form was refused; undefined for failures that are not about the form. */
function refusalIn(error: unknown, texts: PortalTexts): { shown: Refusal; status: number } | undefined {
  if (!(error instanceof ServiceError)) return undefined
  const path = error.context.issues?.[0]?.path
  switch (error.apiCode) {
    case 'VALIDATION_FAILED':
      if (path === '/events') return { shown: { field: 'events', message: texts.badEvents }, status: 422 }
      if (path?.startsWith('/filter') === true)
        return { shown: { field: 'templates', message: texts.badTemplates }, status: 422 }
      if (path?.startsWith('/headers') === true)
        return { shown: { field: 'url', message: texts.fixedUrl }, status: 422 }
      return { shown: { field: 'url', message: texts.badUrl }, status: 422 }
    case 'LIMIT_REACHED':
      return { shown: { message: texts.full }, status: 409 }
    case 'RATE_LIMIT_EXCEEDED':
      return { shown: { message: texts.slow }, status: 429 }
    case 'WEBHOOK_DISABLED':
      return { shown: { message: texts.off }, status: 409 }
    case 'EVENT_EXPIRED':
      return { shown: { message: texts.expired }, status: 409 }
    default:
      return undefined
  }
}

/** After a form, so that a reload does not send it again. */
function goOn(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}
