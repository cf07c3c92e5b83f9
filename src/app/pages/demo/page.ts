import { createHash } from 'node:crypto'
import { Html, html } from '../html.ts'
import { icon, mark } from '../mark.ts'
import themeCss from '../theme.css' with { type: 'text' }
import demoCss from './demo.css' with { type: 'text' }
import { backendSnippets, pageSnippet } from './snippets.ts'

export interface DemoPage {
  pluginId: string
  /** Origin of the editor and the SDK. */
  pluginUrl: string
  emailPrefix: string
  starters: readonly { key: string; name: string; id: string }[]
}

const style = `${themeCss}${demoCss}`.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/(?<!\s)\s*\n\s*/g, '\n')
const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  ja: '日本語',
  ar: 'العربية',
}

const colors = { Vermilion: '#b8371c', Cobalt: '#1d5fd0', Pine: '#2b7a4b', Plum: '#8a3a8f', Ink: '#33383f' }

/** A host page as integrators write it, with its code. */
export function demoPage(page: DemoPage, headers: Record<string, string>): Response {
  const { origin } = new URL(page.pluginUrl)
  return new Response(print(page), {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'self' ${origin}`,
        `style-src 'sha256-${styleHash}'`,
        "img-src 'self' data:",
        "connect-src 'self'",
        `frame-src ${origin}`,
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

function print({ pluginId, pluginUrl, emailPrefix, starters }: DemoPage): string {
  const option = (value: string, name: string) => html`<option value="${value}">${name}</option>`
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${styleElement}
        <title>Editor demo · svc</title>
        <link rel="icon" href="${icon}" />
        <script src="${pluginUrl}/sdk/svc.js" defer></script>
        <script src="/demo/client.js" type="module"></script>
      </head>
      <body data-plugin-id="${pluginId}" data-email-prefix="${emailPrefix}">
        <a class="skip" href="#svc-plugin">Skip to the editor</a>
        <header>
          <a class="brand" href="/">${mark}<span>svc</span></a>
          <h1>Editor demo</h1>
          <div class="settings" role="group" aria-label="Settings of the editor">
            <label
              ><span>Start with</span
              ><select id="starter">
                ${starters.map(({ key, name, id }) => html`<option value="${key}" data-id="${id}">${name}</option>`)}${option('blank', 'Blank')}
              </select></label
            >
            <label
              ><span>Language</span
              ><select id="locale">
                ${Object.entries(languages).map(([code, name]) => option(code, name))}
              </select></label
            >
            <fieldset class="swatches">
              <legend>Accent</legend>
              ${Object.entries(colors).map(([name, color], index) => swatch(name, color, index === 0))}
            </fieldset>
            <button type="button" id="theme" aria-pressed="false">Dark</button
            ><button type="button" id="beside" aria-pressed="true" aria-controls="integration">Code</button>
          </div>
        </header>
        <main>
          <div id="svc-plugin" class="editor"></div>
          <aside id="integration" aria-label="Integration code">
            <div class="tabs" role="tablist" aria-label="Integration">
              ${tab('use', 'Use', true)}${tab('page', 'Your page')}${tab('server', 'Your server')}
            </div>
            <section id="panel-use" role="tabpanel" aria-labelledby="tab-use" tabindex="0">
              <p class="lead">
                This page embeds the editor as yours would. Each button calls one method of the SDK; events and results
                are listed below.
              </p>
              <div class="calls" role="group" aria-label="SDK methods">
                ${calls.map(([name, code]) => html`<button type="button" data-call="${name}"><code>${code}</code></button>`)}
              </div>
              <h2 id="said">Events and results</h2>
              <ol class="log" aria-labelledby="said" aria-live="polite"></ol>
            </section>
            <section id="panel-page" role="tabpanel" aria-labelledby="tab-page" tabindex="0" hidden>
              <p class="lead">
                All the code that your page needs. The editor runs in an iframe, so its styles and scripts do not affect
                your page.
              </p>
              ${code('page-code', pageSnippet({ pluginUrl, pluginId }))}
            </section>
            <section id="panel-server" role="tabpanel" aria-labelledby="tab-server" tabindex="0" hidden>
              <p class="lead">Your server signs a token for its signed-in user. The Secret Key never leaves it.</p>
              <div class="languages" role="group" aria-label="Language of your server">
                ${backendSnippets.map(({ id, name }, index) => html`<button type="button" data-language="${id}" aria-pressed="${index === 0 ? 'true' : 'false'}">${name}</button>`)}
              </div>
              ${backendSnippets.map(({ id, code: text }, index) => html`<div data-snippet="${id}" ${index === 0 ? '' : new Html(' hidden')}>${code(`code-${id}`, text)}</div>`)}
            </section>
          </aside>
        </main>
      </body>
    </html> `.markup
}

const calls = [
  ['save', 'save()'],
  ['preview', "preview('desktop')"],
  ['phone', "preview('mobile')"],
  ['zip', "export('zip')"],
  ['pdf', "export('pdf')"],
  ['html', 'getHtml()'],
  ['undo', 'undo()'],
  ['redo', 'redo()'],
  ['versions', 'toggleVersionHistory()'],
  ['refresh', 'refreshSession()'],
] as const

function tab(id: string, name: string, isFirst = false): Html {
  return html`<button
    type="button"
    role="tab"
    id="tab-${id}"
    aria-controls="panel-${id}"
    aria-selected="${isFirst ? 'true' : 'false'}"
    tabindex="${isFirst ? 0 : -1}"
  >
    ${name}
  </button>`
}

function swatch(name: string, color: string, isFirst: boolean): Html {
  return html`<label class="swatch swatch-${name.toLowerCase()}" title="${name}"
    ><input type="radio" name="accent" value="${color}" ${isFirst ? new Html(' checked') : ''} /><span class="unseen"
      >${name}</span
    ></label
  >`
}

function code(id: string, text: string): Html {
  return html`<div class="code">
    <button type="button" class="copy" data-copy="${id}">Copy</button>
    <pre id="${id}" tabindex="0">${text}</pre>
  </div>`
}
