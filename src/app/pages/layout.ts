import { createHash } from 'node:crypto'
import { version } from '../version.ts'
import { Html, type HtmlPart, html, isRightToLeft } from './html.ts'
import { icon, mark } from './mark.ts'
import pagesCss from './pages.css' with { type: 'text' }
import themeCss from './theme.css' with { type: 'text' }

/** The signed-in user as displayed. */
export interface Visitor {
  name: string
  email: string
}

export interface Page {
  title: string
  visitor?: Visitor | undefined
  /** False on the sign-in and setup pages themselves. */
  offersSignIn?: boolean
  content: Html
  /** BCP 47; English unless given. */
  language?: string
  /** The skip link, in that language. */
  skip?: string
  /** True for a page for visitors from outside: without links to other pages of the service. */
  isPlain?: boolean
  /** URL of a script of this service. */
  script?: string
  /** More style than every page has. */
  style?: PageStyle
}

/** A style element, and the source expression that allows it in the policy. */
export interface PageStyle {
  element: Html
  source: string
}

/** The style of the pages, followed by more. */
export function styleWith(more: string): PageStyle {
  const css = compact(`${themeCss}${pagesCss}${more}`)
  // Created here, because the hash in the policy covers every byte between the tags.
  return {
    element: new Html(`<style>${css}</style>`),
    source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  }
}

function compact(css: string): string {
  return css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/(?<!\s)\s*\n\s*/g, '\n')
}

// Inline style: the first bytes contain the background, and there is no second request.
const pageStyle = styleWith('')

/** Source list of `frame-ancestors`: pages of the origins that a project allows, `*` for all. */
export function frameAncestors(allowedOrigins: readonly string[]): string {
  return allowedOrigins.length === 0 ? "'none'" : allowedOrigins.join(' ')
}

/** Content security policy: own style, own forms, no script, no frame unless `more` allows it; in frames of `ancestors`. */
export function policyOf(
  { source }: PageStyle = pageStyle,
  more: readonly string[] = [],
  ancestors: string = frameAncestors([]),
): string {
  return [
    "default-src 'none'",
    `style-src ${source}`,
    "img-src 'self' data:",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
    ...more,
  ].join('; ')
}

/** The policy of most pages. */
export const pagePolicy: string = policyOf()

export function printPage(page: Page): string {
  const { title, visitor, offersSignIn = true, content, language = 'en', isPlain = false } = page
  return html`<!doctype html>
    <html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}" data-theme="system">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        ${(page.style ?? pageStyle).element}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${page.script !== undefined && html`<script type="module" src="${page.script}"></script>`}
      </head>
      <body>
        <a class="skip" href="#main">${page.skip ?? 'Skip to content'}</a>
        ${
          !isPlain &&
          html`<header>
            <a class="brand" href="/">${mark}<span>svc</span></a>
            <div class="aside">${aside(visitor, offersSignIn)}</div>
          </header>`
        }
        <main id="main">${content}</main>
        ${
          !isPlain &&
          html`<footer><span>${visitor === undefined ? 'svc' : `svc ${version}`}</span><span>Apache-2.0</span></footer>`
        }
      </body>
    </html> `.markup
}

function aside(visitor: Visitor | undefined, offersSignIn: boolean): HtmlPart {
  if (visitor === undefined) return offersSignIn && html`<a href="/sign-in">Sign in</a>`
  return html`<a href="/members">Members</a>
    <a href="/account">${visitor.name}</a>
    <form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}
