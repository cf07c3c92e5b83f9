/** Content that a caller chooses never keeps the event loop for long: what could is done in threads. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { type TestService, startService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
})

/** Processor time in ms of the event loop's own thread; what threads do beside it does not count. */
function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function call(method: string, path: string, body: unknown) {
  const text = JSON.stringify(body)
  const request = new Request(`http://localhost/v1${path}`, {
    method,
    headers: { 'svc-api-auth': service.keys.a, 'content-type': 'application/json' },
    body: text,
  })
  const before = ownMs()
  const response = await service.handle(request)
  const ms = ownMs() - before
  return { status: response.status, ms, body: (await response.json()) as Record<string, unknown> }
}

/**
 * The answer of up to three calls that cost the event loop least: the first one also pays for code that is compiled
 * and memory that is collected, on a busy machine several times as much.
 */
async function callThrice(...args: Parameters<typeof call>) {
  let best = await call(...args)
  for (let round = 1; round < 3 && (best.ms >= maxMs || best.status >= 500); round++) {
    const next = await call(...args)
    if (best.status >= 500 || next.ms < best.ms) best = next
  }
  return best
}

const htmlOf = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))
const documentOf = (html: string) => ({
  meta: { title: 'x' },
  rows: [{ type: 'section', columns: [{ blocks: [{ type: 'html', html }] }] }],
})

// Takes half a second to clean.
const hostile = htmlOf('<!--[if mso]><p onclick=x style="behavior:url(x)"><![endif]--><b><p>', 120_000)

/** What the event loop may spend on such a request: reading JSON and writing rows. Cleaning takes several times as much. */
const maxMs = 250

describe('120 KB of hostile HTML', () => {
  const calls: [string, string, string, unknown][] = [
    ['generated from', 'POST', '/templates/generate', { document: documentOf(hostile) }],
    ['checked', 'POST', '/templates/generate', { document: documentOf(hostile), lint: true }],
    ['exported', 'POST', '/export', { html: hostile, format: 'html' }],
    ['exported as document', 'POST', '/export', { document: documentOf(hostile), format: 'html' }],
    ['saved', 'POST', '/templates', { name: 'x', type: 'other', document: documentOf(hostile) }],
    ['saved as HTML', 'POST', '/templates', { name: 'x', type: 'other', html: hostile }],
  ]
  for (const [what, method, path, body] of calls)
    test(`${what} leaves the event loop to others`, async () => {
      const { ms, status } = await callThrice(method, path, body)
      expect(status).toBeOneOf([200, 201, 422])
      expect(ms).toBeLessThan(maxMs)
    })

  test('in an operation leaves the event loop to others, also when something else is edited later', async () => {
    const created = await call('POST', '/templates', { name: 'x', type: 'other', document: documentOf('<p>x</p>') })
    const { id, revision } = created.body as { id: string; revision: number }
    const read = await service.handle(
      new Request(`http://localhost/v1/templates/${id}/structured`, { headers: { 'svc-api-auth': service.keys.a } }),
    )
    const { document } = (await read.json()) as { document: { rows: { columns: { blocks: { id: string }[] }[] }[] } }
    const block = document.rows[0]?.columns[0]?.blocks[0]?.id
    const set = (prop: string, value: unknown, base_revision: number) =>
      call('POST', `/templates/${id}/operations`, {
        base_revision,
        operations: [{ op: 'set', id: block, props: { [prop]: value } }],
      })
    const long = await set('html', hostile, revision)
    expect(long.status).toBe(200)
    expect(long.ms).toBeLessThan(maxMs)
    expect(JSON.stringify(long.body['operations'])).not.toContain('onclick')
    const later = await set('name', 'Later', revision + 1)
    expect(later.status).toBe(200)
    expect(later.ms).toBeLessThan(maxMs)
  })
})

test('8 KB of nested formatting are imported in a thread', async () => {
  const font = Array.from({ length: 500 }, (_, index) => `<font a${index}=1><p>`).join('')
  const { ms } = await callThrice('POST', '/templates/import', { html: font.slice(0, 8000) })
  expect(ms).toBeLessThan(maxMs)
})

test('raw values of data are cleaned once, in a thread where they are long', async () => {
  const document = {
    meta: { title: 'x' },
    rows: [
      {
        type: 'section',
        columns: [{ blocks: [{ type: 'html', html: '<p>{{ long | raw }}</p>', each: { in: 'items', as: 'item' } }] }],
      },
    ],
  }
  const long = htmlOf('<script>x</script><input>', 200_000)
  const { ms, status, body } = await callThrice('POST', '/templates/generate', {
    document,
    outputs: ['html'],
    data: { long, items: Array.from({ length: 1000 }, () => 1) },
  })
  expect([status, body['detail'] ?? '', body['issues'] ?? '']).toEqual([200, '', ''])
  expect(ms).toBeLessThan(maxMs)
})

test('three loops inside each other end at the limit of rounds, which the failure names', async () => {
  const loop = (as: string, of: object) => ({ ...of, each: { in: 'items', as } })
  const text = loop('c', { type: 'text', text: 'x', when: { path: 'none', op: 'exists' } })
  const section = loop('b', { type: 'section', columns: [{ blocks: [text] }] })
  const document = { meta: { title: 'x' }, rows: [loop('a', { type: 'group', rows: [section] })] }
  const { ms, status, body } = await call('POST', '/templates/generate', {
    document,
    data: { items: Array.from({ length: 1000 }, () => 1) },
  })
  expect(status).toBe(422)
  expect(body['code']).toBe('RENDER_TOO_LARGE')
  expect(body['detail']).toContain(`the limit is ${limits.renderRounds}`)
  expect(ms).toBeLessThan(2000)
})

test('an email that is rendered too large says how large, and how large it may be', async () => {
  const { status, body } = await call('POST', '/templates/generate', {
    document: {
      meta: { title: 'x' },
      rows: [
        {
          type: 'section',
          columns: [{ blocks: [{ type: 'text', text: 'x'.repeat(5000), each: { in: 'items', as: 'item' } }] }],
        },
      ],
    },
    data: { items: Array.from({ length: 1000 }, () => 1) },
  })
  expect(status).toBe(422)
  expect(body['detail']).toMatch(
    new RegExp(`^Its HTML has 2\\d{6} bytes or more; the limit is ${limits.renderBytes}\\.$`),
  )
})
