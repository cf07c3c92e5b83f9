/** Floods that one tenant, or a stranger without a key, sends while another tenant works. Loopback only. */
import { htmlDocument, randomPng } from './content.ts'

/** The service that is flooded, and what the flooding side holds. */
export interface Target {
  port: number
  /** API key of the flooding project. */
  key: string
  /** URL of an image of the flooding project. */
  imageUrl: string
}

export interface Flood {
  name: string
  /** Requests in flight at one time. */
  concurrency: number
  /** The next request; `n` counts from 0. */
  request(target: Target, n: number): Request
  /** Milliseconds after which the client closes the connection without reading the response. */
  hangUpMs?: number
  /** The client reads 16 bytes of the response a second. */
  isSlowReader?: boolean
}

const hex = () => Buffer.from(crypto.getRandomValues(new Uint8Array(3))).toString('hex')

function post({ port, key }: Target, path: string, body: unknown): Request {
  return new Request(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'svc-api-auth': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** HTML that is costly to import: many rows, and a style sheet whose rules all have to be matched. */
function costlyHtml(length: number, n: number): string {
  const css = Array.from({ length: 400 }, (_, i) => `.a${i} .b${i} > td:nth-child(${(i % 7) + 1}) { color: #${hex()} }`)
  const row = `<tr><td class="a${n}"><p class="b${n}" style="margin:0;padding:1px 2px">text ${n}</p></td></tr>`
  const rows = row.repeat(Math.ceil(length / row.length))
  return `<html><head><style>${css.join('\n')}</style></head><body><table>${rows}</table></body></html>`
}

const emptyDesign = JSON.stringify({ nothing: 'x'.repeat(300_000) })
const largeHtml = `<html><body>${'<table><tr><td>'.repeat(50)}${'<p>word</p>'.repeat(150_000)}</body></html>`
const largePng = randomPng(1800, 1800)
const endlessLiquid =
  '{% for i in (1..900) %}{% for k in (1..900) %}{% assign x = i | times: k %}{% endfor %}{% endfor %}'
const longHtml = `<p style="${'color:red;'.repeat(2000)}">x</p>`.repeat(45)

/** Every flood that is measured. */
export const floods: readonly Flood[] = [
  {
    name: 'imports that end in 422',
    concurrency: 40,
    request: (target) => post(target, '/v1/templates/import', { design: emptyDesign }),
  },
  {
    name: 'imports of costly HTML',
    concurrency: 40,
    request: (target, n) => post(target, '/v1/templates/import', { html: costlyHtml(120_000, n) }),
  },
  {
    name: 'uploads of large images',
    concurrency: 20,
    request: ({ port, key }, n) => {
      const form = new FormData()
      form.append('file', new File([largePng, String(n)], `large-${n}.png`, { type: 'image/png' }))
      const headers = { 'svc-api-auth': key }
      return new Request(`http://127.0.0.1:${port}/v1/assets`, { method: 'POST', headers, body: form })
    },
  },
  {
    name: 'Liquid that runs into its deadline',
    concurrency: 40,
    request: (target, n) =>
      post(target, '/v1/templates/generate', { document: htmlDocument(`${endlessLiquid}<i>${n}</i>`), data: {} }),
  },
  {
    name: 'HTML blocks of 900 KB',
    concurrency: 20,
    request: (target, n) =>
      post(target, '/v1/templates/generate', { document: htmlDocument(`${longHtml}<i>${n}</i>`), data: {} }),
  },
  {
    name: 'exports as PDF',
    concurrency: 40,
    request: (target, n) =>
      post(target, '/v1/export', { document: htmlDocument(costlyHtml(60_000, n)), format: 'pdf' }),
  },
  {
    name: 'verifications at silent hosts',
    concurrency: 60,
    request: (target, n) => post(target, '/v1/verify', { email: `user@silent${n}.test` }),
  },
  {
    name: 'imports whose callers hang up',
    concurrency: 30,
    hangUpMs: 200,
    request: (target) => post(target, '/v1/templates/import', { html: largeHtml }),
  },
  {
    name: 'responses read slowly',
    concurrency: 60,
    isSlowReader: true,
    request: ({ port, key }) =>
      new Request(`http://127.0.0.1:${port}/v1/openapi.json`, { headers: { 'svc-api-auth': key } }),
  },
  {
    name: 'countdowns, a stranger',
    concurrency: 70,
    request: ({ port }) =>
      new Request(
        `http://127.0.0.1:${port}/cdn/countdown.gif?until=2030-01-01T00:00:00Z&size=96&background=${hex()}&labels=Days,Hours,Minutes,Seconds`,
      ),
  },
  {
    name: 'image variants, a stranger',
    concurrency: 70,
    request: ({ imageUrl }, n) =>
      new Request(
        `${imageUrl}?w=${16 + ((n * 37) % 2300)}&h=${16 + ((n * 53) % 2300)}&fit=cover&bg=${hex()}&q=${1 + (n % 99)}`,
      ),
  },
]
