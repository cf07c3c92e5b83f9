import type { Config } from '../../../platform/config/index.ts'
import { rolePermissions } from '../../../platform/identity/index.ts'
import { listProjects } from '../../../surfaces/projects/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { csrfOf } from '../../accounts/index.ts'
import { isOperator } from '../../operations/index.ts'
import { version } from '../../version.ts'
import { bundleElements } from '../bundle.ts'
import { opensDemo } from '../demo-access.ts'
import { html, isRightToLeft } from '../html.ts'
import { icon } from '../mark.ts'
import type { Visit } from '../visits.ts'
import { readPreferences } from '../preferences.ts'

export interface ConsolePageDeps {
  store: Store
  config: Pick<Config, 'baseUrl' | 'cdnUrl' | 'demo' | 'pluginUrl'>
}

/** The page of a signed-in person: an empty body and what the application starts with. The path selects the section. */
export async function consolePage(
  { store, config }: ConsolePageDeps,
  request: Request,
  { headers, session, token }: Visit,
): Promise<Response> {
  const projects = await listProjects(store.read, session.companyId)
  const { email, name, role } = session
  const { locale, theme } = readPreferences(request)
  const start = {
    csrf: csrfOf(token),
    user: {
      id: session.userId,
      email,
      name,
      role,
      level: rolePermissions[role].level,
      isOperator: await isOperator(store.read, session),
    },
    projects: projects.map((project) => ({ id: project.id, name: project.name, pluginId: project.pluginId })),
    baseUrl: config.baseUrl,
    pluginUrl: config.pluginUrl,
    hasDemo: opensDemo(config, request),
    version,
  }
  const files = await bundleElements('console')
  const page = html`<!doctype html>
    <html lang="${locale}" dir="${isRightToLeft(locale) ? 'rtl' : 'ltr'}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}" />
        <meta name="robots" content="noindex" />
        <meta name="svc-start" content="${JSON.stringify(start)}" />
        <title>svc</title>
        <link rel="icon" href="${icon}" />
        ${files}
      </head>
      <body>
        <div id="console"></div>
        <noscript><p>This page needs JavaScript.</p></noscript>
        ${files === undefined && html`<p>The console is not built: run npm run build.</p>`}
      </body>
    </html> `.markup
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // The page names the person, and holds the token of the session.
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(config),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Cookie, Accept-Language',
      ...headers,
    },
  })
}

function policyOf({ cdnUrl, pluginUrl }: ConsolePageDeps['config']): string {
  const originOf = (url: string) => new URL(url).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data: blob: ${originOf(cdnUrl)}`,
    `frame-src 'self' ${originOf(pluginUrl)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
