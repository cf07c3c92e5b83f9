import { createHash } from 'node:crypto'
import { version } from '../version.ts'
import { Html, type HtmlPart, html } from './html.ts'
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
}

// Inline style: the first bytes contain the background, and there is no second request.
const style = `${themeCss}${pagesCss}`.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/(?<!\s)\s*\n\s*/g, '\n')
// Created here, because the hash in the policy covers every byte between the tags.
const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

/** Content security policy: own style, own forms, no script, no frame. */
export const pagePolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export function printPage({ title, visitor, offersSignIn = true, content }: Page): string {
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        ${styleElement}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <a class="brand" href="/">${mark}<span>svc</span></a>
          <div class="aside">${aside(visitor, offersSignIn)}</div>
        </header>
        <main id="main">${content}</main>
        <footer><span>${visitor === undefined ? 'svc' : `svc ${version}`}</span><span>Apache-2.0</span></footer>
      </body>
    </html> `.markup
}

function aside(visitor: Visitor | undefined, offersSignIn: boolean): HtmlPart {
  if (visitor === undefined) return offersSignIn && html`<a href="/sign-in">Sign in</a>`
  return html`<span>${visitor.name}</span>
    <form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}
