import { Elysia } from 'elysia'
import { ServiceError } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import { type Http, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  commentByLink,
  isCommentText,
  decideByLink,
  noteReviewLinkOpened,
  openReviewLink,
  renderReviewed,
} from '../../../surfaces/templates/index.ts'
import { readForm } from '../form-request.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { guardLinks } from '../link-guard.ts'
import { originOf } from '../origin.ts'
import { answerPage } from '../respond.ts'
import { emailHeaders, withColorScheme } from './email.ts'
import { type ReviewPage, deadLinkPage, queryOf, readShown, reviewHeaders, reviewPage } from './page.ts'
import { fillText } from '../accept-language.ts'
import { languageOf } from './texts.ts'

export interface ReviewPageDeps {
  http: Pick<Http, 'clientQuota'>
  store: Store
  workers: WorkerPool
  config: Pick<Config, 'appUrl' | 'baseUrl' | 'cdnUrl'>
}

// A comment of maximum length with every byte percent-encoded: 4 bytes and 12 characters for one emoji.
const formBytes = limits.commentLength * 12 + 4096

/** The page for holders of links to reviews; without script, account and cookie. The token in the URL is the credential. */
export function reviewPages({ http, store, workers, config }: ReviewPageDeps) {
  const guarded = guardLinks({
    http,
    target: 'reviews',
    headers: reviewHeaders,
    deadPage: (kind, acceptLanguage) => deadLinkPage(languageOf(acceptLanguage), kind),
  })

  const rendered = (request: Request, token: string) =>
    renderReviewed(store.read, token, {
      recipient: readShown(new URL(request.url).searchParams).recipient,
      cdnUrl: config.cdnUrl,
      workers: workers.forCaller(workContext(request)),
    })

  /** The page with more, such as why a form was refused. */
  async function answerWith(
    request: Request,
    token: string,
    more: Pick<ReviewPage, 'done' | 'refused'>,
    status = 200,
  ): Promise<Response> {
    const view = await openReviewLink(store.read, token)
    if (view.link.openedAt === null) await store.tx((db) => noteReviewLinkOpened(db, token), underLocks)
    const subject = view.content === undefined ? undefined : (await rendered(request, token)).subject
    const page = { ...pageFor(request, token), ...more, view, subject }
    return answerPage(reviewPage(page), status, { ...reviewHeaders, Vary: 'Accept-Language' })
  }

  function show(request: Request, token: string): Promise<Response> {
    const done = new URL(request.url).searchParams.get('done')
    return answerWith(request, token, { done: done === 'commented' || done === 'decided' ? done : undefined })
  }

  async function showEmail(request: Request, token: string): Promise<Response> {
    const { colors } = readShown(new URL(request.url).searchParams)
    const { html } = await rendered(request, token)
    return new Response(withColorScheme(html, colors), { headers: emailHeaders })
  }

  /** Comments or decides, then redirects; a refused form is shown again with what was typed. */
  async function act(request: Request, token: string): Promise<Response> {
    // Without a referrer, browsers send `null` as the origin. Nobody else can forge the form: it needs the token.
    const form = await readForm(
      request,
      [...[config.appUrl, config.baseUrl, request.url].map(ownOrigin), 'null'],
      formBytes,
    )
    const [text, nodeId] = [(form.get('text') ?? '').trim(), form.get('node') ?? '']
    const { shown, language } = pageFor(request, token)
    const refuse = (message: string, status: number) =>
      answerWith(request, token, { refused: { message, text, nodeId } }, status)
    const order = { token, origin: originOf(request), reviewId: form.get('review') ?? '' }
    const decision = ({ approve: 'approved', reject: 'rejected' } as const)[form.get('act') ?? '']
    if (decision === undefined && !isCommentText(text)) {
      return refuse(fillText(language.texts.missing, { max: String(limits.commentLength) }), 422)
    }
    try {
      await store.tx(
        (db) =>
          decision === undefined
            ? commentByLink(db, { ...order, text, nodeId: nodeId === '' ? undefined : nodeId })
            : decideByLink(db, { ...order, decision, note: noteIn(form) }),
        underLocks,
      )
    } catch (error) {
      const refusal = error instanceof ServiceError ? refusals[error.apiCode] : undefined
      if (refusal === undefined) throw error
      return refuse(language.texts[refusal.text], refusal.status)
    }
    const done = decision === undefined ? 'commented' : 'decided'
    return new Response(null, {
      status: 303,
      headers: {
        Location: `/review/${token}?${queryOf(shown)}&done=${done}`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
    })
  }

  return new Elysia()
    .get('/review/:token', guarded(show), hiddenRoute)
    .post('/review/:token', guarded(act), hiddenRoute)
    .get('/review/:token/email', guarded(showEmail), hiddenRoute)
}

const refusals: Partial<Record<string, { text: 'late' | 'full' | 'missing'; status: number }>> = {
  REVIEW_NOT_PENDING: { text: 'late', status: 409 },
  REVIEW_STALE: { text: 'late', status: 409 },
  PERMISSION_DENIED: { text: 'late', status: 403 },
  OWN_REVIEW: { text: 'late', status: 403 },
  VALIDATION_FAILED: { text: 'missing', status: 422 },
  LIMIT_REACHED: { text: 'full', status: 409 },
}

function noteIn(form: URLSearchParams): string | undefined {
  const note = (form.get('note') ?? '').replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim()
  return note === '' ? undefined : note.slice(0, limits.nameLength).toWellFormed()
}

function pageFor(request: Request, token: string): Pick<ReviewPage, 'token' | 'shown' | 'isWidthChosen' | 'language'> {
  const language = languageOf(request.headers.get('accept-language'))
  const query = new URL(request.url).searchParams
  return { token, shown: readShown(query), isWidthChosen: query.has('width'), language }
}

function ownOrigin(url: string): string {
  return new URL(url).origin
}
