/** What of an answer is packed, for whom, and under which tag. */
import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { codingFor } from '../../../src/platform/http/response/compression.ts'
import { startService } from '../../support/service.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['GZIP ; q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br', 'gzip'],
  ['gzip;q=0.5, br;q=0.8', 'br'],
  ['gzip;q=0, br', 'br'],
  ['gzip;q=0', undefined],
  ['*', 'gzip'],
  ['*;q=0', undefined],
  ['*, gzip;q=0', 'br'],
  ['identity, gzip;q=0.5', undefined],
  ['deflate, zstd', undefined],
])('Accept-Encoding %p takes %p', (header, coding) => {
  expect(codingFor(header, ['gzip', 'br'])).toBe(coding as never)
})

const service = await startService({ dialect: 'sqlite' })
const rows = Array.from({ length: 400 }, (_, n) => ({
  type: 'section',
  columns: [{ blocks: [{ type: 'text', text: `<p>Words of paragraph ${n}</p>` }] }],
}))
const id = await service.create({ name: 'Long', type: 'other', document: { rows } })

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const own = { 'svc-api-auth': service.keys.a, ...headers }
  const answer = await service.handle(new Request(`http://localhost${path}`, { method, headers: own }))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const coding = answer.headers.get('content-encoding')
  const text =
    bytes.length === 0
      ? ''
      : (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  return { status: answer.status, headers: answer.headers, length: bytes.length, coding, text }
}
const document = `/v1/templates/${id}/structured`

describe.each([document, '/openapi.json', '/docs/errors', '/v1/export/formats'])('%s', (path) => {
  test.each(['gzip', 'br'])('is the same text compressed with %s, with Vary', async (coding) => {
    const plain = await get(path)
    const packed = await get(path, { 'accept-encoding': coding })
    expect([plain.coding, packed.coding]).toEqual([null, coding])
    expect(packed.text === plain.text).toBe(true)
    expect(packed.length).toBeLessThan(plain.length / 2)
    expect([plain, packed].map(({ headers }) => headers.get('vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding'])
    expect(packed.headers.get('content-type')).toBe(plain.headers.get('content-type'))
  })
})

test('each encoding has its own ETag, for If-None-Match and If-Match', async () => {
  const plain = (await get(`/v1/templates/${id}`)).headers.get('etag')
  for (const path of [document, '/openapi.json']) {
    const own = (await get(path)).headers.get('etag') ?? ''
    const seen = await get(path, { 'accept-encoding': 'gzip' })
    const tag = seen.headers.get('etag') ?? ''
    expect(tag).toBe(`${own.slice(0, -1)};gzip"`)
    for (const known of [own, tag, `W/${tag}`]) {
      const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': known })
      expect([again.status, again.headers.get('etag'), again.coding, again.text]).toEqual([
        304,
        known.replace('W/', ''),
        null,
        '',
      ])
    }
  }
  const put = new Request(`http://localhost/v1/templates/${id}`, {
    method: 'PUT',
    headers: {
      'svc-api-auth': service.keys.a,
      'content-type': 'application/json',
      'if-match': `${plain?.slice(0, -1)};gzip"`,
    },
    body: JSON.stringify({ name: 'Longer' }),
  })
  expect((await service.handle(put)).status).toBe(200)
})

test.each(['/openapi.json', '/docs/errors', '/docs', '/docs/nothing.js', '/nothing', document])(
  'HEAD of %s says what GET would',
  async (path) => {
    const of = (named: Headers) =>
      ['content-length', 'content-encoding', 'etag', 'vary', 'content-type', 'cache-control'].map((name) => [
        name,
        named.get(name),
      ])
    for (const coding of ['identity', 'gzip', 'br', 'gzip, br']) {
      const got = await get(path, { 'accept-encoding': coding })
      const head = await get(path, { 'accept-encoding': coding }, 'HEAD')
      got.headers.set('content-length', String(got.length))
      expect([coding, head.status, ...of(head.headers)]).toEqual([coding, got.status, ...of(got.headers)])
      expect(head.text).toBe('')
    }
  },
)

test('short, streamed and cookie-authenticated responses are not compressed', async () => {
  expect((await get(`/v1/templates/${id}`, { 'accept-encoding': 'gzip' })).coding).toBeNull()
  expect((await get(document, { 'accept-encoding': 'gzip', cookie: 'a=b' })).coding).toBeNull()
})
