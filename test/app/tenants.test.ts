/** One project’s flood of work in threads does not come before what another project asks for meanwhile. */
import { beforeAll, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { type Answer, ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'

const floodSize = 30

let service: TestService
let pixels: File

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
  pixels = new File([new Uint8Array(PNG.sync.write(new PNG({ width: 8, height: 8 })))], 'pixels.png', {
    type: 'image/png',
  })
})

const documentOf = (html: string) => ({
  schema: 'svc.email/1',
  meta: { title: 'Tenant', lang: 'en' },
  rows: [{ type: 'section', columns: [{ type: 'column', width: { fr: 1 }, blocks: [{ type: 'html', html }] }] }],
})

/** Rows and rules enough that matching them takes a thread a good part of a second. */
function costlyHtml(n: number): string {
  const rules = Array.from({ length: 300 }, (_, i) => `.a${i} .b${i} > td:nth-child(${(i % 7) + 1}) { color: red }`)
  const row = `<tr><td class="a${n}"><p class="b${n}">text ${n}</p></td></tr>`
  return `<html><head><style>${rules.join('\n')}</style></head><body><table>${row.repeat(1500)}</table></body></html>`
}

/** What the other project does, one after the other: each takes a thread. */
async function work(): Promise<Answer[]> {
  const liquid = documentOf('{% for item in items %}<b>{{ item | upcase }}</b>{% endfor %}')
  const html = `<table><tr><td>${'Round. '.repeat(1000)}</td></tr></table>`
  const answers = [
    await ask(service, {
      call: 'POST /v1/templates/generate',
      key: 'b',
      send: { document: liquid, data: { items: ['a', 'b'] } },
    }),
    await ask(service, { call: 'POST /v1/templates/import', key: 'b', send: { html } }),
  ]
  const form = new FormData()
  form.append('file', pixels)
  const request = new Request('http://localhost/v1/assets', {
    method: 'POST',
    headers: { 'svc-api-auth': service.keys.b },
    body: form,
  })
  const uploaded = await service.handle(request)
  return [...answers, { status: uploaded.status, headers: uploaded.headers, text: '', body: undefined }]
}

test('a flood of imports waits while another project is served', async () => {
  let served = 0
  const flood = Array.from({ length: floodSize }, async (_each, n) => {
    const answer = await ask(service, { call: 'POST /v1/templates/import', send: { html: costlyHtml(n) } })
    if (answer.status === 200) served++
    return answer
  })
  const statuses = (await work()).map(({ status }) => status)
  expect(served).toBeLessThan(floodSize / 2)
  expect(statuses).toEqual([200, 200, 201])
  for (const { status, headers } of await Promise.all(flood)) {
    expect([200, 429]).toContain(status)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})
