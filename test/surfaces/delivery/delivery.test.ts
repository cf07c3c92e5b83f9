import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { imageCodec } from '../../../src/app/image-codec.ts'
import { networks } from '../../../src/email/blocks/social/networks.ts'
import { readStoredPng } from '../../../src/email/image/index.ts'
import { scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'

const file = 'welcome-mark.png'
const path = `/cdn/starters/${file}`

let service: TestService
let server: Bun.Server<undefined>
let bytes: Uint8Array

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.handle })
  bytes = await (await service.handle(new Request(`http://localhost${path}`))).bytes()
})
afterAll(() => server.stop(true))

describe('an image of the starter templates', () => {
  scenarios(
    () => service,
    [
      {
        name: 'needs no key and may be kept for ever, on any page',
        call: `GET ${path}`,
        key: null,
        status: 200,
        answers: {
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
          'content-disposition': null,
          etag: /^"[0-9a-f]{32}"$/,
        },
      },
      {
        name: 'answers a range',
        call: `GET ${path}`,
        headers: { range: 'bytes=0-7' },
        status: 206,
        answers: { 'content-length': '8' },
      },
      {
        name: 'that does not exist is not found, and that is not kept',
        call: 'GET /cdn/starters/none.png',
        key: null,
        status: 404,
        body: { code: 'FILE_NOT_FOUND' },
        answers: { 'cache-control': 'no-store' },
      },
      { name: 'cannot be written', call: `PUT ${path}`, send: {}, status: 405, answers: { allow: /GET/ } },
      { name: 'and its folder cannot be listed', call: 'GET /cdn/starters/', key: null, status: 404 },
    ],
  )

  test('is not led out of its folder by a name', async () => {
    const names = [
      '..%2f..%2fpackage.json',
      '..%5cwelcome.ts',
      '.',
      '%2e%2e',
      `${file}%2f`,
      'Welcome-Mark.PNG',
      'a'.repeat(300),
    ]
    for (const name of names) {
      const answer = await service.handle(new Request(`http://localhost/cdn/starters/${name}`))
      expect(answer.status, name).toBeGreaterThanOrEqual(400)
      expect(answer.status, name).toBeLessThan(500)
    }
  })

  test('is a picture', () => {
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  })

  test('answers HEAD over a socket with the length and without the bytes', async () => {
    const answer = await fetch(new URL(path, server.url), { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await answer.bytes()).length).toBe(0)
  })

  test('is not sent again to who has it', async () => {
    const first = await fetch(new URL(path, server.url))
    const etag = first.headers.get('etag') ?? ''
    const second = await fetch(new URL(path, server.url), { headers: { 'if-none-match': `"x", W/${etag}` } })
    expect([second.status, (await second.bytes()).length]).toEqual([304, 0])
    expect(second.headers.get('cache-control')).toContain('immutable')
  })
})

describe('the mark of a network', () => {
  const mark = '/cdn/social/instagram-c13584.png'

  scenarios(
    () => service,
    [
      {
        name: 'needs no key and may be cached indefinitely',
        call: `GET ${mark}`,
        key: null,
        status: 200,
        answers: {
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
          etag: /^"[0-9a-f]{32}"$/,
        },
      },
      ...[
        'instagram.png',
        'instagram-fff.png',
        'instagram-C13584.png',
        'constructor-ffffff.png',
        'instagram-c13584.gif',
      ].map((name) => ({
        name: `${name} is not found`,
        call: `GET /cdn/social/${name}` as const,
        key: null,
        status: 404,
        body: { code: 'FILE_NOT_FOUND' },
      })),
    ],
  )

  test('exists for every network of the block, in its color alone on a transparent background', async () => {
    for (const name of Object.keys(networks)) {
      const answer = await service.handle(new Request(`http://localhost/cdn/social/${name}-c13584.png`))
      const png = await imageCodec.convert(await answer.bytes(), undefined, { format: 'stored' })
      const { width, height, data } = readStoredPng(png)
      const pixels = Array.from({ length: width * height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
      const solid = pixels.filter(([, , , alpha]) => alpha === 255)
      expect([name, answer.status, width, height, pixels[0]?.[3]]).toEqual([name, 200, 128, 128, 0])
      expect([name, ...new Set(solid.map(String))]).toEqual([name, '193,53,132,255'])
      // Some of the square, and never a filled one.
      expect(solid.length / pixels.length, name).toBeWithin(0.04, 0.4)
    }
  })
})
