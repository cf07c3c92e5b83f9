import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
