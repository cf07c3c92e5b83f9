import { type ErrorCode, catalog } from '../../../kernel/errors/index.ts'

/**
 * Content Security Policy of the reference: it runs our own scripts and calls this service, nothing else. Its styles are set
 * by script, which only `unsafe-inline` allows.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Starts the reference with every feature off that would contact other hosts. A build has samples for each operation. */
export const startScript = String.raw`const start = (source) => Scalar.createApiReference('#reference', {
  ...source,
  servers: [{ url: location.origin, description: 'This service' }],
  authentication: { preferredSecurityScheme: 'apiKeyAuth' },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
const stated = document.querySelector('meta[name=svc-projects]')?.content
const projects = stated === undefined ? [] : JSON.parse(stated)
const project = projects.find(({ id }) => id === localStorage.getItem('svc.project')) ?? projects[0]
const samples = typeof codeSamples === 'undefined' ? undefined : codeSamples
const filled = (text) =>
  project === undefined
    ? text
    : text.replace(/prj_[0-9a-z]{26}/g, project.id).replace(/svc_pk_[0-9a-f]{48}/g, project.pluginId)
const escaped = (name) => name.replace(/[!-/:-@[-\x60{-~]/g, '\\$&')
const code = (text) => '\x60' + text + '\x60'
const introduced = (text) => {
  if (project === undefined) return text
  const { id, key, managesKeys, name, pluginId } = project
  const heading = '## Authentication\n\n'
  const greeting =
    'The examples on this page have the ids of your project **' + escaped(name) + '**: ' + code(id) + ', Plugin ID ' + code(pluginId) +
    '. No key is among them, because a key is shown only when it is created: ' +
    (managesKeys ? '[create a key](/developers/keys)' : 'ask an owner of the project for one') + ' and put it in place of ' +
    code('svc_…') + '.\n\n'
  const line = 'export KEY=svc_…'
  const comment = key === undefined ? '' : '   # ' + key.name.replace(/[\p{C}\x60]/gu, ' ') + ', ' + key.prefix + '…'
  return text.replace(heading, () => heading + greeting).replace(line, () => line + comment)
}
const complete = (text) => {
  const content = JSON.parse(filled(text))
  content.info.description = introduced(content.info.description)
  const sampled = samples === undefined ? {} : JSON.parse(filled(JSON.stringify(samples)))
  for (const methods of Object.values(content.paths))
    for (const operation of Object.values(methods))
      if (sampled[operation.operationId] !== undefined) operation['x-codeSamples'] = sampled[operation.operationId]
  return { content }
}
const url = '/openapi.json'
if (samples === undefined && project === undefined) start({ url })
else window.fetch(url).then((response) => response.text()).then(complete).catch(() => ({ url })).then(start)
`

/** Navigation to the other documentation; Scalar reserves the height for it. */
function bar(current: '/docs' | '/docs/errors'): string {
  const places = { '/docs/guide': 'Guides', '/docs': 'API reference', '/docs/errors': 'Errors' }
  // The fragment moves the focus to the search field.
  const search = '<a class="find" href="/docs/guide#docs-search">Search</a>'
  const links = Object.entries(places).map(
    ([href, name]) => `<a href="${href}"${href === current ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<nav class="bar" aria-label="Documentation"><a href="/"><b>svc</b></a>${links.join('')}${search}</nav>`
}

const barStyle = `:root{--scalar-custom-header-height:44px}
.bar{position:sticky;top:0;z-index:10;display:flex;gap:1.25rem;align-items:center;height:44px;padding:0 1.25rem;overflow-x:auto;
font:14px/1.4 system-ui,sans-serif;background:light-dark(#fff,#0f0f0f);border-bottom:1px solid light-dark(#dfdfdf,#2d2d2d);color-scheme:light dark}
.bar a{color:light-dark(#1d2129,#e8eaee);text-decoration:none;white-space:nowrap;padding:.25rem 0}
.bar .find{margin-inline-start:auto}
.bar a:hover,.bar a[aria-current]{text-decoration:underline;text-underline-offset:.3em}
.light-mode .bar{color-scheme:light}.dark-mode .bar{color-scheme:dark}`

/** What the reference fills in for a signed-in person; no secret. */
export interface ReferenceProject {
  id: string
  name: string
  pluginId: string
  /** True if the person may list and create keys. */
  managesKeys: boolean
  /** The newest key, if the person manages keys. */
  key?: { name: string; prefix: string }
}

/** `projects` of a signed-in person are filled into the introduction and the samples. */
export function referencePage(
  title: string,
  scripts: readonly string[],
  projects: readonly ReferenceProject[] = [],
): string {
  const filling =
    projects.length === 0 ? '' : `<meta name="svc-projects" content="${escape(JSON.stringify(projects))}">`
  const tags = scripts.map((name) => `<script src="/docs/${name}"></script>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
${filling}<link rel="icon" href="data:,"><style>${barStyle}</style></head>
<body>${bar('/docs')}<noscript><p>The reference is rendered by a script. The same in plain JSON: <a href="/openapi.json">openapi.json</a>.</p></noscript>
<div id="reference"></div>${tags}</body></html>`
}

/** Content Security Policy of the error page: no script, no request. */
export const errorsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style = `:root{color-scheme:light dark;--ink:#1d2129;--soft:#5d6675;--line:#e3e6eb;--ground:#fff;--chip:#f3f4f7}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaee;--soft:#9aa3b2;--line:#2b2f37;--ground:#14161a;--chip:#20242b}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:3rem 1.25rem 6rem}h1{font-size:1.75rem;margin:0 0 .5rem}p{margin:.25rem 0}
.lead{color:var(--soft);margin-bottom:2rem}section{border-top:1px solid var(--line);padding:1.1rem 0;scroll-margin-top:4rem}
h2{font:600 1rem/1.4 ui-monospace,monospace;margin:0;display:flex;gap:.6rem;flex-wrap:wrap;overflow-wrap:anywhere}
h2 a{color:inherit;text-decoration:none}h2 a:hover,h2 a:focus-visible{text-decoration:underline}
h2 span{font:500 .8rem/1.4 system-ui,sans-serif;background:var(--chip);border-radius:.4rem;padding:.1rem .5rem;align-self:center}
a{color:inherit}.remedy{color:var(--soft)}section:target{background:var(--chip);box-shadow:0 0 0 .9rem var(--chip);border-radius:.1rem}`

/** Lists every error code; `type` of a problem links here. */
export function errorsPage(): string {
  const codes = (Object.keys(catalog) as ErrorCode[]).filter((code) => !('sdkOnly' in catalog[code]))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Errors</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>${barStyle}${style}</style></head>
<body>${bar('/docs/errors')}<main><h1>Errors</h1><p class="lead">Every failure carries one of these codes, for ever the same. What the members
of a failure mean is in <a href="/docs/guide/api#errors">the conventions of the API</a>.</p>
${codes.map(errorSection).join('\n')}</main></body></html>`
}

function errorSection(code: ErrorCode): string {
  const { status, type, message, remedy } = catalog[code]
  return `<section id="${code}"><h2><a href="#${code}">${code}</a> <span>${status}</span> <span>${type}</span></h2>
<p>${escape(message)}.</p><p class="remedy">${linked(remedy)}</p></section>`
}

/** Links the guides that a text mentions. */
function linked(text: string): string {
  return escape(text).replace(/\/docs\/guide\/[\w-]+/g, '<a href="$&">$&</a>')
}

function escape(text: string): string {
  return Bun.escapeHTML(text)
}
