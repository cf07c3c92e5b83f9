import type { ShownFailure } from '../../platform/http/index.ts'
import { answerPage } from './respond.ts'
import { html } from './html.ts'
import { messagePage } from './landing.ts'

/** An error page for browsers; undefined for API clients, and below /v1 and /api. */
export function failurePage(request: Request, failure: ShownFailure): Response | undefined {
  // Scripts send `Accept: */*`, navigation asks for HTML.
  const isNavigation = /^(?:GET|POST)$/.test(request.method) && request.headers.get('accept')?.includes('text/html')
  if (!isNavigation || /^\/(?:v1|api)\//.test(new URL(request.url).pathname)) return undefined
  const { status, headers } = failure
  const kept = Object.entries(headers).filter(([name]) => !/^(?:content-type|cache-control)$/i.test(name))
  // Rendered without a session lookup.
  const page = { ...describe(failure), offersSignIn: false }
  return answerPage(page, status, Object.fromEntries(kept.map(([name, value]) => [name, String(value)])))
}

function describe({ status, title, detail, requestId, headers }: ShownFailure) {
  if (status === 404) return messagePage('Page not found', 'The URL may be mistyped, or the page was removed.')
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  const lead = [detail ?? `${title}.`, ...(Number.isNaN(seconds) ? [] : [`Try again ${inTime(seconds)}.`])].join(' ')
  if (status < 500) return messagePage(detail === undefined ? 'This did not work' : title, lead)
  return messagePage(
    'Something went wrong',
    lead,
    html`<p class="note">Request <code class="pick">${requestId}</code></p>`,
  )
}

function inTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${minutes} minutes`
}
