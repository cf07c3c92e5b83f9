/** Content of nearly 1 MB, which the interface lets callers save (section 8), on every way in and out. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { type Host, makeHost, openDesk } from './host.ts'

const limit = 1024 * 1024
const repeated = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length))

/** Ways in which HTML grows long; each has quotes and line ends, which JSON escapes. */
const shapes: Record<string, (bytes: number) => string> = {
  paragraphs: (bytes) =>
    repeated('<p style="margin:0 0 8px">Some <b>words</b> and a <a href="https://example.com/">link</a>.</p>\n', bytes),
  'one long text': (bytes) => `<p>${repeated('words ', bytes - 10)}</p>`,
  'a table': (bytes) =>
    `<table width="600">${repeated('<tr><td style="padding:4px">Name</td><td>"1"</td></tr>\n', bytes - 40)}</table>`,
}

let service: TestService
let host: Host

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite', environment: { SVC_PLUGIN_RATE_LIMIT: '1000/900' } })
  host = await makeHost(service)
})

describe.each(Object.entries(shapes))('%s', (name, make) => {
  test.each([560_000, limit - 100])(
    'of %p bytes are saved by the editor, and drawn, exported, linted and opened again',
    async (bytes) => {
      const html = make(bytes)
      const desk = await openDesk(service, host, { emailId: `${name} ${bytes}` })
      const saved = await desk.call('POST /plugin/save', { html, css: '' })
      expect({ status: saved.status, body: saved.body }).toMatchObject({ status: 200, body: { success: true } })
      const opened = await desk.call('GET /v1/plugin/document')
      expect(opened.status).toBe(200)
      const { document } = opened.body as { document: object }
      const again = await desk.call('POST /plugin/save', { html, css: '', document })
      expect({ status: again.status, body: again.body }).toMatchObject({ status: 200 })
      expect((await desk.call('POST /plugin/save', { html, css: '' })).status).toBe(200)
    },
    120_000,
  )

  test('of 990,000 bytes become a template, which is generated, exported, linted and versioned', async () => {
    const send = { name, type: 'other', html: make(990_000) }
    const made = await ask(service, { call: 'POST /v1/templates', send })
    expect(made.status).toBe(201)
    const { id } = made.body as { id: string }
    const generated = await ask(service, { call: 'POST /v1/templates/generate', send: { template_id: id } })
    expect({ status: generated.status, body: generated.body }).toMatchObject({ status: 200 })
    expect((generated.body as { html: string }).html.length).toBeGreaterThan(980_000)
    const exported = await ask(service, { call: 'POST /v1/export', send: { template_id: id, format: 'html' } })
    expect(exported.status).toBe(200)
    for (const call of [`GET /v1/templates/${id}/lint`, `GET /v1/templates/${id}/versions`])
      expect((await ask(service, { call })).status).toBe(200)
    const stored = await ask(service, { call: `GET /v1/templates/${id}/structured` })
    const { document } = stored.body as { document: object }
    expect((await ask(service, { call: `PUT /v1/templates/${id}`, send: { document } })).status).toBe(200)
  }, 120_000)
})

test('an import of 990,000 bytes says that it is kept whole', async () => {
  const send = { html: shapes['a table']?.(990_000) }
  const { status, body } = await ask(service, { call: 'POST /v1/templates/import', send })
  expect({ status, body }).toMatchObject({ status: 200, body: { report: { warnings: [{ code: 'KEPT_WHOLE' }] } } })
})

test('1 MB and more is refused, and the message names the limit that applies', async () => {
  const desk = await openDesk(service, host, { emailId: 'beyond' })
  const { status, body } = await desk.call('POST /plugin/save', { html: 'x'.repeat(limit - 1), css: 'y' })
  expect({ status, body }).toMatchObject({ status: 413, body: { code: 'SAVE_FAILED', isRecoverable: true } })
  expect((body as { details: string }).details).toContain('under 1 MB (1,048,576 bytes); this has 1048576 bytes')
  const send = { name: 'Beyond', type: 'other', html: 'x'.repeat(limit + 1) }
  const made = await ask(service, { call: 'POST /v1/templates', send })
  expect([made.status, made.text.includes('1048576')]).toEqual([422, true])
})
