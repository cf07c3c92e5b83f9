import { beforeAll, describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { starters } from '../../../../src/surfaces/templates/index.ts'
import { type Answer, ask, scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

type Rendering = TestService & { id: string; etag: string }

const [welcome] = starters
const path = (service: Rendering, query = '') => `/v1/templates/${service.id}/thumbnail${query}`

async function bytesOf(service: Rendering, query: string): Promise<Uint8Array> {
  const request = new Request(`http://localhost${path(service, query)}`, {
    headers: { 'svc-api-auth': service.keys.a },
  })
  return (await service.handle(request)).bytes()
}

describe.each([...dialects])('thumbnails on %s', (dialect) => {
  let service: Rendering
  const given = () => service

  beforeAll(async () => {
    service = { ...(await startService({ dialect })), id: '', etag: '' }
    service.id = await service.create({ name: 'Drawn', type: 'other', document: welcome?.document })
    const { headers } = await ask(service, { call: `GET ${path(service)}` })
    service.etag = headers.get('etag') ?? ''
  })

  scenarios(given, [
    {
      name: 'are pictures that a client asks for again',
      call: (at) => `GET ${path(at)}`,
      status: 200,
      answers: { 'content-type': 'image/png', 'cache-control': 'private, no-cache', etag: /^"[0-9a-f]{32}-.*png"$/ },
    },
    {
      name: 'are not sent again while nothing has changed',
      call: (at) => `GET ${path(at)}`,
      headers: (at) => ({ 'if-none-match': at.etag }),
      status: 304,
      then: ({ text }: Answer) => expect(text).toBe(''),
    },
    {
      name: 'of another size are other pictures',
      call: (at) => `GET ${path(at, '?width=64')}`,
      headers: (at) => ({ 'if-none-match': at.etag }),
      status: 200,
    },
    {
      name: 'come as WebP too',
      call: (at) => `GET ${path(at, '?format=webp')}`,
      status: 200,
      answers: { 'content-type': 'image/webp' },
    },
    {
      name: 'of a version are those of its content',
      call: (at) => `GET /v1/templates/${at.id}/versions/1/thumbnail`,
      headers: (at) => ({ 'if-none-match': at.etag }),
      status: 304,
    },
    {
      name: 'of a version that is not there are not there',
      call: (at) => `GET /v1/templates/${at.id}/versions/99/thumbnail`,
      status: 404,
      body: { code: 'VERSION_NOT_FOUND' },
    },
    {
      name: 'of a version of another project are not there',
      call: (at) => `GET /v1/templates/${at.id}/versions/1/thumbnail`,
      key: 'b',
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    },
    { name: 'need a key', call: (at) => `GET ${path(at)}`, key: null, status: 401 },
    { name: 'are for those who may read', call: (at) => `GET ${path(at)}`, key: 'readOnly', status: 200 },
    {
      name: 'of another project are not there',
      call: (at) => `GET ${path(at)}`,
      key: 'b',
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    },
    {
      name: 'of nothing are not there',
      call: 'GET /v1/templates/tpl_01jd7q2v5w8x3y4z6a7b9c0d1e/thumbnail',
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND' },
    },
    {
      name: 'are not wider than the limit',
      call: (at) => `GET ${path(at, '?width=1281')}`,
      status: 422,
      body: { code: 'VALIDATION_FAILED' },
    },
    { name: 'are not smaller than the limit', call: (at) => `GET ${path(at, '?width=63')}`, status: 422 },
    { name: 'have no other devices', call: (at) => `GET ${path(at, '?device=watch')}`, status: 422 },
    {
      name: 'are named by their templates',
      call: (at) => `GET /v1/templates/${at.id}`,
      status: 200,
      then: ({ body }: Answer, at: Rendering) =>
        expect(body).toMatchObject({ thumbnail_url: expect.stringContaining(`/cdn/thumbnails/${at.id}?v=`) }),
    },
  ])

  test('are as wide as they are asked for, and cut where they are told', async () => {
    const whole = PNG.sync.read(Buffer.from(await bytesOf(service, '?width=200')))
    expect(whole.width).toBe(200)
    expect(whole.height).toBeGreaterThan(400)
    const { width, height } = PNG.sync.read(Buffer.from(await bytesOf(service, '?width=200&height=150')))
    expect({ width, height }).toEqual({ width: 200, height: 150 })
  })

  test('differ by device and by scheme, and not by when they are asked for', async () => {
    const images = await Promise.all(['', '?device=mobile', '?scheme=dark', ''].map((query) => bytesOf(service, query)))
    const [first, phone, dark, again] = images.map((bytes) => Bun.hash(bytes))
    expect(new Set([first, phone, dark]).size).toBe(3)
    expect(again).toBe(first as bigint)
  })

  test('follow what a template shows, and not its name', async () => {
    const call = `PUT /v1/templates/${service.id}`
    await ask(service, { call, send: { name: 'Another name' } })
    const { headers } = await ask(service, { call: `GET ${path(service)}` })
    expect(headers.get('etag')).toBe(service.etag)
    await ask(service, { call, send: { document: starters[1]?.document } })
    const after = await ask(service, { call: `GET ${path(service)}` })
    expect(after.headers.get('etag')).not.toBe(service.etag)
  })
})
