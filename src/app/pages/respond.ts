import { type Page, pagePolicy, printPage } from './layout.ts'

/** A page as an answer. Never cached: it shows who is signed in. */
export function answerPage(page: Page, status = 200, more: Record<string, string> = {}): Response {
  return new Response(printPage(page), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      // Keeps the token of /setup out of other sites' logs; no-referrer would turn the Origin of our forms into "null".
      'Referrer-Policy': 'same-origin',
      ...more,
    },
  })
}

/** On to another page after a form: 303, so that reloading does not send the form again. */
export function goTo(path: string, ...cookies: string[]): Response {
  const headers = new Headers({ Location: path, 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
