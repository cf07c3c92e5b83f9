import { Elysia } from 'elysia'
import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { noteGroupOpened, openGroupLink } from '../../../surfaces/dmarc/index.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { answerPage } from '../respond.ts'
import { deadLinkPage, reportHeaders, reportPage } from './page.ts'
import { renderReportPdf } from './pdf.ts'
import { languageOf } from './texts.ts'

export interface DomainReportDeps {
  http: Pick<Http, 'clientQuota'>
  store: Store
  workers: WorkerPool
  fontFolder: string
}

/** The page for clients of a group of domains; without script, account and cookie. The token in the URL is the credential. */
export function domainReportPages({ fontFolder, http, store, workers }: DomainReportDeps) {
  const takeRequest = http.clientQuota(
    { requests: limits.reviewRequests, seconds: limits.reviewRequestSeconds },
    'Too many requests with links to domain reports from this IP address.',
  )

  async function open(token: string) {
    const report = await openGroupLink(store.read, token)
    if (!report.isOpened) await store.tx((db) => noteGroupOpened(db, token), underLocks)
    return report
  }

  async function show(request: Request, token: string): Promise<Response> {
    const report = await open(token)
    const language = languageOf(request.headers.get('accept-language'))
    return answerPage(reportPage(report, language, token), 200, { ...reportHeaders, Vary: 'Accept-Language' })
  }

  async function download(request: Request, token: string): Promise<Response> {
    const report = await open(token)
    const language = languageOf(request.headers.get('accept-language'))
    const caller = workers.forCaller(workContext(request))
    const bytes = await renderReportPdf(report, language, { workers: caller, fontFolder })
    if (bytes === undefined) return fail('EXPORT_TOO_LARGE')
    return new Response(bytes, {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="domains-${report.to}.pdf"`,
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
        Vary: 'Accept-Language',
      },
    })
  }

  const guarded =
    (answer: (request: Request, token: string) => Promise<Response>) =>
    async ({ request, params }: { request: Request; params: { token: string } }): Promise<Response> => {
      try {
        takeRequest(request)
        return await answer(request, params.token)
      } catch (error) {
        const status = error instanceof ServiceError ? dead[error.apiCode] : undefined
        if (!(error instanceof ServiceError) || status === undefined) throw error
        const page = deadLinkPage(
          languageOf(request.headers.get('accept-language')),
          status === 429 ? 'busy' : 'invalid',
        )
        return answerPage(page, status, { ...reportHeaders, ...error.context.headers })
      }
    }

  return new Elysia()
    .get('/domain-report/:token', guarded(show), hiddenRoute)
    .get('/domain-report/:token/report.pdf', guarded(download), hiddenRoute)
}

// A link that was revoked, one whose creator lost its access, and one that never was look the same.
const dead: Partial<Record<string, number>> = {
  LINK_INVALID: 404,
  LINK_EXPIRED: 410,
  GROUP_NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
}
