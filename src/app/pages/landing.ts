import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'

export interface Running {
  version: string
  storage: string
  /** Seconds since start. */
  uptimeSeconds: number
  baseUrl: string
  /** True if `/demo` is enabled. */
  hasDemo: boolean
}

const modes = [
  { href: '/demo', name: 'Editor demo', text: 'Try the embedded editor' },
  { href: '/docs/guide', name: 'Guides', text: 'How to embed, render, export, verify and operate' },
  { href: '/docs', name: 'API reference', text: 'Every operation, with examples to copy' },
  { href: '/openapi.json', name: 'OpenAPI', text: 'The API as an OpenAPI 3.1 document' },
  { href: '/healthz', name: 'Health', text: 'For load balancers; /readyz also checks the database' },
] as const

/** The public landing page; `isDetailed` adds version, storage and uptime. */
export function landingPage(running: Running, { isDetailed }: { isDetailed: boolean }): Page {
  return {
    title: 'svc',
    content: html`<h1>Email templates, served from one&nbsp;executable.</h1>
      <p class="lead">Create, render and export emails that work in every inbox. The service is running.</p>
      ${isDetailed ? facts(running) : publicFacts(running)}
      <h2 id="ways">Where to go</h2>
      ${links(running)}
      <h2 id="call">First request</h2>
      ${firstCall(running.baseUrl)}
      <p class="note">
        The API key was printed at the first start. <code>svc keys create</code> creates another one.
      </p>`,
  }
}

/** While there is no account: where to find the link that creates the first. */
export function firstRunPage(running: Running): Page {
  return {
    title: 'Create the first account · svc',
    offersSignIn: false,
    content: html`<h1>Create the first account</h1>
      <p class="lead">
        Open the setup link that <code>svc serve</code> printed in the terminal, after “First account”.
      </p>
      <h2 id="again">Print it again</h2>
      <pre tabindex="0" role="region" aria-labelledby="again"><code>svc setup-link</code></pre>
      <p class="note">
        Run it on the machine of the service, with the same data directory. Only people with access to that machine can
        create the first account; it owns this installation and invites others.
      </p>
      <h2 id="ways">Meanwhile</h2>
      ${links(running)}`,
  }
}

/** A page with a message only. */
export function messagePage(title: string, message: string, note?: Html): Page {
  return {
    title: `${title} · svc`,
    content: html`<h1>${title}</h1>
      <p class="lead">${message}</p>
      ${note}
      <p><a href="/">Back to the start page</a></p>`,
  }
}

function facts({ version, storage, uptimeSeconds, baseUrl }: Running) {
  return html`<dl class="facts">
    <div>
      <dt>Status</dt>
      <dd class="up">Running for ${duration(uptimeSeconds)}</dd>
    </div>
    <div>
      <dt>Version</dt>
      <dd>${version}</dd>
    </div>
    <div>
      <dt>Storage</dt>
      <dd>${storage}</dd>
    </div>
    <div>
      <dt>API</dt>
      <dd><code>${baseUrl}/v1</code></dd>
    </div>
  </dl>`
}

/** Without version, storage and uptime, which would help attackers. */
function publicFacts({ baseUrl }: Running) {
  return html`<dl class="facts">
    <div>
      <dt>Status</dt>
      <dd class="up">Running</dd>
    </div>
    <div>
      <dt>API</dt>
      <dd><code>${baseUrl}/v1</code></dd>
    </div>
  </dl>`
}

function links({ hasDemo }: Running) {
  return html`<ul class="ways">
    ${modes
      .filter(({ href }) => hasDemo || href !== '/demo')
      .map(
        ({ href, name, text }) =>
          html`<li>
            <a href="${href}"><strong>${name}</strong><span>${text}</span><i class="arrow" aria-hidden="true"></i></a>
          </li>`,
      )}
  </ul>`
}

function firstCall(baseUrl: string) {
  return html`<pre tabindex="0" role="region" aria-labelledby="call"><code>curl -H "Svc-Api-Auth: $SVC_API_KEY" \\
  ${baseUrl}/v1/templates/public</code></pre>`
}

/** The two largest units: `3 d 4 h`, `12 min`. */
export function duration(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0 s'
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
