/** Sandboxed: no script, no form, no navigation; only images, fonts and inline styles. Only the page of the link frames it. */
export const emailHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "sandbox; default-src 'none'; img-src * data:; font-src * data:; style-src 'unsafe-inline' *; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  // The URL contains the token: hosts of images must not see it.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

const always = '(min-width:0)'
const never = '(max-width:0)'

/**
 * An email as a client with this color scheme shows it, whatever the browser prefers: without script, the media feature is
 * replaced by one that always or never matches.
 */
export function withColorScheme(html: string, scheme: 'light' | 'dark'): string {
  const [dark, light] = scheme === 'dark' ? [always, never] : [never, always]
  return html
    .replace(/\(\s{0,9}prefers-color-scheme\s{0,9}:\s{0,9}dark\s{0,9}\)/gi, dark)
    .replace(/\(\s{0,9}prefers-color-scheme\s{0,9}:\s{0,9}light\s{0,9}\)/gi, light)
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`)
}
