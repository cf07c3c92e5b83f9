import { Elysia } from 'elysia'
import { fail } from '../../../kernel/errors/index.ts'
import { type Http, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { noteGroupLinkOpened, openGroupLink } from '../../../surfaces/dmarc/index.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { guardLinks } from '../link-guard.ts'
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
  const guarded = guardLinks({
    http,
    target: 'domain reports',
    headers: reportHeaders,
    deadPage: (kind, acceptLanguage) => deadLinkPage(languageOf(acceptLanguage), kind),
  })

  async function open(token: string) {
    const report = await openGroupLink(store.read, token)
    if (!report.isOpened) await store.tx((db) => noteGroupLinkOpened(db, token), underLocks)
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

  return new Elysia()
    .get('/domain-report/:token', guarded(show), hiddenRoute)
    .get('/domain-report/:token/report.pdf', guarded(download), hiddenRoute)
}
