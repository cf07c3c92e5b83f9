import { type Html, html } from './html.ts'
import { type Page, type Visitor } from './layout.ts'
import type { ProjectContents } from './store.ts'

export interface Running {
  version: string
  storage: string
  /** Seconds since start. */
  uptimeSeconds: number
  baseUrl: string
  /** True if `/demo` is enabled. */
  hasDemo: boolean
}

/** The project of the signed-in user. */
export interface ShownProject {
  id: string
  name: string
  pluginId: string
  /** Origins of pages that may embed the editor. */
  allowedOrigins: readonly string[]
  contents: ProjectContents
  /** Number of other projects of the company. */
  others: number
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

/** The landing page of a signed-in user: the project and its public credentials. */
export function homePage(running: Running, visitor: Visitor, project: ShownProject | undefined): Page {
  return {
    title: project === undefined ? 'svc' : `${project.name} · svc`,
    visitor,
    content: html`<h1>${project?.name ?? 'No project yet'}</h1>
      <p class="lead">
        ${project === undefined ? html`<code>svc projects create</code> creates one.` : summary(project)}
      </p>
      ${project !== undefined && credentials(project)} ${project !== undefined && nextSteps(project, running)}
      <h2 id="call">First request</h2>
      ${firstCall(running.baseUrl)}
      <p class="note">
        Use the API key that was printed at the first start, or create one with <code>svc keys create</code>.
      </p>
      <h2 id="ways">Where to go</h2>
      ${links(running)}
      <h2 id="running">This service</h2>
      ${facts(running)}`,
  }
}

function summary({ contents, others }: ShownProject): string {
  const { apiKeys, assets, modules, templates } = contents
  const parts = [
    counted(templates, 'template'),
    counted(modules, 'module'),
    counted(assets, 'asset'),
    counted(apiKeys, 'API key'),
  ]
  const beside = others === 0 ? '' : ` ${counted(others, 'other project')} (svc projects list).`
  const sentence = parts.join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${beside}`
}

function counted(amount: number, name: string): string {
  return `${amount === 0 ? 'no' : amount} ${name}${amount === 1 ? '' : 's'}`
}

// Only pending steps.
function nextSteps({ id, allowedOrigins, contents }: ShownProject, { hasDemo }: Running) {
  const steps = [
    contents.apiKeys === 0 && html`Create an API key: <code>svc keys create --name server --project ${id}</code>`,
    contents.templates === 0 &&
      html`Create a template:
        <a href="/docs">duplicate a starter or send HTML</a
        >${hasDemo && html`, or try the editor in the <a href="/demo">demo</a>`}`,
    allowedOrigins.length === 0 &&
      html`Embed the editor: allow the origins of your pages with <a href="/docs">the API</a>; none is allowed yet`,
  ].filter((step) => step !== false)
  if (steps.length === 0) return false
  return html`<h2 id="next">Next steps</h2>
    <ul class="steps">
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ul>`
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

function credentials(project: ShownProject) {
  return html`<dl class="facts">
      <div>
        <dt>Plugin ID</dt>
        <dd><code class="pick">${project.pluginId}</code></dd>
      </div>
    </dl>
    <p class="note">
      The Plugin ID is public and goes into pages that embed the editor. The Secret Key stays on your server.
    </p>`
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
