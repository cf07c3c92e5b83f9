/** Content of nearly 1 MB, which the interface lets callers save (section 8), on every auth scheme and out. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { publishedFile } from '../../support/published-data.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { type Host, makeHost, openTestService } from './host.ts'

const limit = 1024 * 1024
const bytesOf = (text: string) => Buffer.byteLength(text)

/** A text of exactly so many bytes, most of it the unit over and over. */
function filled(bytes: number, unit: string, [open, close] = ['<div>', '</div>']): string {
  const room = bytes - bytesOf(open) - bytesOf(close)
  const body = unit.repeat(Math.floor(room / bytesOf(unit)))
  return open + body + 'x'.repeat(room - bytesOf(body)) + close
}

const paragraph = '<p style="margin:0 0 8px">Some <b>words</b> and a <a href="https://example.com/">link</a>.</p>\n'

/** Published emails one after the other. */
function real(): string {
  const names = ['sendgrid/newsletter-news_feed', 'sendgrid/special-sale-special_sale']
  const pages = names.map((name) => publishedFile(`emails/${name}.html`)?.toString('utf8') ?? '')
  return pages.map((page) => /<body[^>]*>([^]*)<\/body>/i.exec(page)?.[1] ?? paragraph).join('\n')
}

/** Auth schemes which content grows long. */
const shapes: [string, number, (bytes: number) => string][] = [
  ['emails', limit - 1, (bytes) => filled(bytes, real())],
  ['Japanese', 1_000_000, (bytes) => filled(bytes, '<p style="margin:0">春の新作を<b>お届け</b>します。</p>\n')],
  ['emoji', limit - 1, (bytes) => filled(bytes, '<p>🎉🚀👩‍👩‍👧 hi</p>\n')],
  ['one long text', limit - 1, (bytes) => filled(bytes, 'words ', ['<p>', '</p>'])],
  ['line ends, which JSON escapes', limit - 1, (bytes) => filled(bytes, '\n', ['<p>a</p>', '<p>b</p>'])],
]

let service: TestService
let host: Host

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite', environment: { SVC_PLUGIN_RATE_LIMIT: '1000/900' } })
  host = await makeHost(service)
})

async function succeed(call: string, send?: object): Promise<Record<string, unknown>> {
  const { status, body, text } = await ask(service, { call, ...(send === undefined ? {} : { send }) })
  expect({ call, status, text: status < 300 ? '' : text.slice(0, 500) }).toEqual({ call, status, text: '' })
  return body as Record<string, unknown>
}

/** The HTML of all HTML blocks of a document. */
function htmlOf(document: unknown): string {
  let html = ''
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'html' && typeof value === 'string') html += value
    return value
  })
  return html
}

describe.each(shapes)('%s of %p bytes', (name, bytes, make) => {
  const html = make(bytes)
  // Each of the others takes the auth schemes; all ways take seconds.
  const isFirst = name === 'emails'

  test('become a template that is read back the same and generated; emails are exported, linted, versioned and a module too', async () => {
    expect(bytesOf(html)).toBe(bytes)
    const { id } = await succeed('POST /v1/templates', { name, type: 'other', html })
    const template = `/v1/templates/${String(id)}`
    const { document } = await succeed(`GET ${template}/structured`)
    expect(htmlOf(document) === html).toBe(true)
    await succeed('POST /v1/templates/generate', { template_id: id, outputs: ['html', 'text'] })
    await succeed(`PUT ${template}`, { html })
    if (!isFirst) return
    await succeed('POST /v1/templates/generate', { document })
    for (const format of ['html', 'eml', 'text', 'mjml']) await succeed('POST /v1/export', { template_id: id, format })
    await succeed('POST /v1/export', { html, format: 'html' })
    await succeed(`GET ${template}/lint`)
    await succeed(`PUT ${template}`, { document, message: 'Again' })
    await succeed('POST /v1/templates/import', { html, name })
    const { rows } = document as { rows: object[] }
    const module = await succeed('POST /v1/modules', { name, nodes: rows })
    expect(htmlOf(module['nodes']) === html).toBe(true)
    const shown = { rows: [{ type: 'module', ref: { id: module['id'], version: 'latest' } }] }
    const rendered = await succeed('POST /v1/templates/generate', { document: shown })
    expect((rendered['html'] as string).includes(html)).toBe(true)
  })

  test('are saved and opened by the editor; emails by its operations, compiled, previewed and exported too', async () => {
    const testService = await openTestService(service, host, { emailId: `${name} ${bytes}` })
    const well = async (call: string, send?: unknown) => {
      const { status, body, text } = await testService.call(call, send)
      expect({ call, status, text: status < 300 ? '' : text.slice(0, 500) }).toEqual({ call, status, text: '' })
      return body as Record<string, unknown>
    }
    await well('POST /plugin/save', { html, css: '' })
    const { document } = await well('GET /v1/plugin/document')
    expect(htmlOf(document) === html).toBe(true)
    if (!isFirst) return
    await well('POST /plugin/save', { html, css: '', document })
    for (const format of ['html', 'zip']) await well('POST /plugin/export', { format, html, css: '' })
    await well('POST /plugin/compile', { html, css: '' })
    await well('POST /plugin/preview', { html, css: '' })
    await well('POST /plugin/import', { html, css: '' })
    const other = await openTestService(service, host, { emailId: `operations ${name} ${bytes}` })
    const nodes = [{ type: 'section', columns: [{ blocks: [{ id: 'long', type: 'html', html }] }] }]
    const operations = [{ op: 'insert', parent: 'root', index: 0, nodes }]
    const { status } = await other.call('POST /v1/plugin/operations', { baseRevision: 0, operations })
    expect(status).toBe(200)
  })
})

test('one text block of 1 MB, and a style sheet, are saved as blocks and drawn', async () => {
  const text = filled(1_000_000, 'words ', ['<p>', '</p>'])
  const document = { rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text }] }] }] }
  const { id } = await succeed('POST /v1/templates', { name: 'Text', type: 'other', document })
  await succeed('POST /v1/templates/generate', { template_id: id })
  const css = filled(limit - 10, '.a { color: #123456 }\n', ['', ''])
  await succeed('POST /v1/templates', { name: 'Style', type: 'other', html: '<p>a</p>', css: `${css.slice(0, -30)}` })
})

test('an import of 990,000 bytes says that it is kept whole', async () => {
  const { report } = await succeed('POST /v1/templates/import', { html: filled(990_000, paragraph) })
  expect(report).toMatchObject({ warnings: [{ code: 'KEPT_WHOLE' }] })
})

describe('1 MB and more is refused with one limit, in bytes', () => {
  const said = 'under 1 MB (1,048,576 bytes); these have 1,048,576 bytes'
  const beyond = [
    { html: 'x'.repeat(limit - 1), css: 'y' },
    { html: filled(limit, '春'), css: '' },
  ]

  test.each(beyond)('over REST', async (content) => {
    for (const [call, more] of [
      ['POST /v1/templates', { name: 'Beyond', type: 'other' }],
      ['POST /v1/templates/import', { name: 'Beyond' }],
    ] as const) {
      const { status, body } = await ask(service, { call, send: { ...more, ...content } })
      expect({ status, body }).toMatchObject({ status: 413, body: { code: 'DOCUMENT_TOO_LARGE' } })
      expect((body as { issues: { message: string }[] }).issues[0]?.message).toContain(said)
    }
  })

  test.each(beyond)('in the editor', async (content) => {
    const testService = await openTestService(service, host, { emailId: 'beyond' })
    const { status, body } = await testService.call('POST /plugin/save', content)
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'SAVE_FAILED', isRecoverable: true } })
    expect((body as { details: string }).details).toContain(said)
  })

  test('and a document that is too large is called so, by operations too', async () => {
    const testService = await openTestService(service, host, { emailId: 'too large' })
    const blocks = [1, 2, 3].map((at) => ({ id: `b${at}`, type: 'html', html: 'x'.repeat(1_000_000) }))
    const nodes = [{ type: 'section', columns: [{ blocks }] }]
    const operations = [{ op: 'insert', parent: 'root', index: 0, nodes }]
    const { status, body } = await testService.call('POST /v1/plugin/operations', { baseRevision: 0, operations })
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'DOCUMENT_TOO_LARGE' } })
  })
})
