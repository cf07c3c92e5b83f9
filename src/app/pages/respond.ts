import { type Page, pagePolicy, policyOf, printPage } from './layout.ts'

/** Never cached, because it shows the signed-in user. */
export function answerPage(page: Page, status = 200, more: Record<string, string> = {}): Response {
  return new Response(printPage(page), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOfPage(page),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      // Keeps the token of /setup out of logs of other sites; no-referrer would set the Origin of forms to "null".
      'Referrer-Policy': 'same-origin',
      ...more,
    },
  })
}

function policyOfPage({ script, style }: Page): string {
  if (script !== undefined) return policyOf(style, ["script-src 'self'", "require-trusted-types-for 'script'"])
  return style === undefined ? pagePolicy : policyOf(style)
}

/** Redirects after a form with 303, so that a reload does not send the form again. */
export function goTo(path: string, ...cookies: string[]): Response {
  const headers = new Headers({ Location: path, 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
