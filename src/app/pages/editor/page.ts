import { bundleElements } from '../bundle.ts'
import { html, isRightToLeft } from '../html.ts'
import { frameAncestors } from '../layout.ts'

export interface EditorPage {
  /** Origins that may frame the page and exchange messages with it. */
  allowedOrigins: readonly string[]
  theme: 'light' | 'dark'
  /** BCP 47, as written by the host. */
  locale: string
}

// Limits the effect of an injection bug in the application on the session of its user.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src * data: blob:',
  "font-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svc',
]

const shared = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'origin-agent-cluster': '?1',
}

/** The list of the project decides who may frame the page, on each request. */
export async function editorPage({ allowedOrigins, theme, locale }: EditorPage): Promise<Response> {
  const files = await bundleElements('editor')
  const language = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale) ? locale : 'en'
  const page = html`<!doctype html>
    <html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme}" />
        <meta name="robots" content="noindex" />
        <meta name="svc-allowed-origins" content="${allowedOrigins.join(' ')}" />
        <title>Email editor</title>
        ${files}
      </head>
      <body>
        <div id="editor"></div>
        ${files === undefined && html`<p>The editor is not built: run npm run build.</p>`}
      </body>
    </html> `.markup
  return new Response(page, {
    headers: {
      ...shared,
      'cache-control': 'no-store',
      'content-security-policy': [...policy, `frame-ancestors ${frameAncestors(allowedOrigins)}`].join('; '),
      // Allows framing by pages with Cross-Origin-Embedder-Policy.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

/**
 * The blank page into which the editor renders the email: its policy blocks scripts. Any page may frame it:
 * `frame-ancestors` applies to all ancestors, so `'self'` would block every embedded editor.
 */
export function canvasPage(): Response {
  const page = '<!doctype html><html><head><meta charset="utf-8"><title>Email</title></head><body></body></html>'
  return new Response(page, {
    headers: {
      ...shared,
      'cache-control': 'public, max-age=3600',
      'content-security-policy': [
        "default-src 'none'",
        'img-src * data: blob:',
        "style-src 'unsafe-inline'",
        'font-src * data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}

/** Response for an unknown Plugin ID, which has no allowed origins. */
export function refusedPage(): Response {
  const page =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>No such plugin</title></head><body><p>No project has this Plugin ID.</p></body></html>'
  const headers = {
    ...shared,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
  return new Response(page, { status: 404, headers })
}
