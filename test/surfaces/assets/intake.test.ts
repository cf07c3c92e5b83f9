/** What people send that is not an image, or not whole, or not theirs to send: clear answers, and nothing stays. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { limits } from '../../../src/kernel/limits.ts'
import { animation, bytesOf, photo } from '../../email/image/images.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { answerOf, formOf, sendAsset, sendFile } from './send-file.ts'

const ascii = (text: string) => new TextEncoder().encode(text)

let service: TestService
let dataDir: string
let server: Bun.Server<undefined>

beforeAll(async () => {
  dataDir = temporaryDirectory()
  service = await startService({
    dialect: 'sqlite',
    environment: { SVC_DATA_DIR: dataDir, SVC_NET_ALLOW: '127.0.0.1/32' },
  })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.handle })
})
afterAll(() => server.stop(true))

/** Blobs of assets, and files that were not written to their end. */
function stored(): string[] {
  const folder = (name: string) =>
    existsSync(join(dataDir, 'blobs', name)) ? readdirSync(join(dataDir, 'blobs', name)) : []
  return [...folder('assets'), ...folder('.incoming')]
}

async function usage(): Promise<{ bytes: number; count: number }> {
  return (await ask(service, { call: 'GET /v1/assets/usage' })).body as { bytes: number; count: number }
}

/** Runs what has to be refused, and holds that it left nothing behind. */
async function leavesNothing(run: () => Promise<void>): Promise<void> {
  const before = [stored().toSorted(), await usage()]
  await run()
  expect([stored().toSorted(), await usage()]).toEqual(before)
}

describe('a file that cannot be taken', () => {
  const bomb = async () =>
    bytesOf(sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } }).png())
  const cases: [string, () => Uint8Array | Promise<Uint8Array>, string][] = [
    ['an empty one', () => new Uint8Array(), 'The file is empty.'],
    ['a picture of too many pixels', bomb, 'The picture has 9000 × 9000 pixels'],
    [
      'an animation of too many pictures',
      () => animation('gif', limits.imageFrames + 1),
      'The animation has 501 pictures',
    ],
    ['a JPEG cut in the middle', async () => (await bytesOf(photo().jpeg())).slice(0, 1500), 'The JPEG ends before'],
    ['a PNG without its end', async () => (await bytesOf(photo().png())).slice(0, -12), 'The PNG ends before'],
    ['a PNG whose data is none', async () => (await bytesOf(photo().png())).fill(7, 60, -20), 'The PNG'],
    ['a WebP of nothing', () => ascii('RIFF\u0004\0\0\0WEBP'), 'The WebP holds no picture.'],
    ['an SVG that is no XML', () => ascii('<svg width="3" height="3"><a></svg>'), 'The SVG cannot be drawn'],
    ['an SVG with entities', () => ascii('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), 'defines entities'],
  ]
  test.each(cases)('%s', async (_, make, says) => {
    await leavesNothing(async () => {
      const answer = await sendFile(service, { bytes: await make() })
      expect(answer).toMatchObject({ status: 422, body: { code: 'ASSET_INVALID' } })
      expect((answer.body as { detail: string }).detail).toContain(says)
    })
  })

  test('a picture cut at every kilobyte is refused at each', async () => {
    const whole = await bytesOf(photo(300, 200).jpeg({ quality: 95 }))
    await leavesNothing(async () => {
      for (let cut = 1024; cut < whole.length; cut += 1024) {
        const { status, body } = await sendFile(service, { bytes: whole.slice(0, cut) })
        expect({ cut, status, body }).toMatchObject({ status: 422, body: { code: 'ASSET_INVALID' } })
      }
    })
  })

  test('one that is too large, by its type', async () => {
    const large = new Uint8Array(limits.svgBytes + 1).fill(0x20)
    large.set(ascii('<svg width="3" height="3">'))
    await leavesNothing(async () => {
      const answer = await sendFile(service, { bytes: large })
      expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
      expect(answer.text).toContain('image/svg+xml')
    })
  })

  test('one that says it is too large is refused unread', async () => {
    await leavesNothing(async () => {
      const response = await service.handle(
        new Request('http://localhost/v1/assets', {
          method: 'POST',
          headers: {
            'svc-api-auth': service.keys.a,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': String(limits.fileBytes * 2),
          },
          body: 'x',
        }),
      )
      expect(response.status).toBe(413)
    })
  })
})

describe('a form that is none', () => {
  const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const cases: [string, string, number][] = [
    ['nothing in it', '', 400],
    ['another boundary', `--y\r\n${head}text\r\n--y--`, 400],
    ['no end', `--x\r\n${head}text`, 400],
    ['no end of a head', `--x\r\nContent-Disposition: form-data; name="file"`, 400],
    ['no disposition', '--x\r\nContent-Type: text/plain\r\n\r\ntext\r\n--x--', 400],
    ['no name', '--x\r\nContent-Disposition: form-data\r\n\r\ntext\r\n--x--', 400],
    ['an endless head', `--x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, 400],
    ['two files', `--x\r\n${head}one\r\n--x\r\n${head}two\r\n--x--`, 422],
    ['a file without a file name', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--', 422],
    [
      'a field that nobody knows',
      `--x\r\n${head}one\r\n--x\r\nContent-Disposition: form-data; name="evil"\r\n\r\n1\r\n--x--`,
      422,
    ],
    [
      'a field given twice',
      `--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\n2\r\n--x\r\n${head}one\r\n--x--`,
      422,
    ],
    ['a huge field', `--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\n${'y'.repeat(70_000)}\r\n--x--`, 413],
  ]
  test.each(cases)('%s', async (_, send, status) => {
    await leavesNothing(async () => {
      const answer = await ask(service, {
        call: 'POST /v1/assets',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        send,
      })
      expect(answer.status, answer.text).toBe(status)
    })
  })

  test.each(['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`])('%s', async (type) => {
    const answer = await ask(service, { call: 'POST /v1/assets', headers: { 'content-type': type }, send: 'x' })
    expect(answer.status).toBe(400)
  })

  test('chunks may be cut anywhere', async () => {
    const form = await formOf({ bytes: 'cut anywhere', fileName: 'a.txt', fields: [['alt', '\r\n--']] })
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of form.bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const headers = { 'svc-api-auth': service.keys.a, 'content-type': form.type }
    const request = new Request('http://localhost/v1/assets', { method: 'POST', headers, body: stream })
    const answer = await answerOf(await service.handle(request))
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain('/alt')
  })

  test('an upload that is cut in the middle leaves nothing', async () => {
    await leavesNothing(async () => {
      const form = await formOf({ bytes: new Uint8Array(3_000_000).fill(66) })
      const before = stored().length
      await new Promise<void>((resolve) => {
        void Bun.connect({
          hostname: '127.0.0.1',
          port: server.port ?? 0,
          socket: {
            open(socket) {
              const head = `POST /v1/assets HTTP/1.1\r\nHost: x\r\nSvc-Api-Auth: ${service.keys.a}\r\nContent-Type: ${form.type}\r\nContent-Length: ${form.bytes.length}\r\n\r\n`
              socket.write(head)
              socket.write(form.bytes.slice(0, 60_000))
              socket.flush()
              void until(() => stored().length > before, 'the beginning of the file').then(() => socket.terminate())
            },
            data() {},
            close: () => resolve(),
          },
        })
      })
      await until(() => stored().length === before, 'nothing of it')
    })
  })
})

describe('names lead nowhere', () => {
  const names: [string, string][] = [
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.png', 'evil.png'],
    ['.htaccess', 'htaccess'],
    ['..', 'file'],
    ['/', 'file'],
    ['a"b\r\nX-Evil: 1.png', 'a'],
    ['ünïcode 漢字.png', 'ünïcode 漢字.png'],
    [`${'x'.repeat(400)}.png`, 'x'],
    ['con.txt', 'con.txt'],
  ]
  test.each(names)('%p', async (fileName, holds) => {
    const asset = await sendAsset(service, { bytes: `named ${fileName}`, fileName })
    const { name, url } = (await ask(service, { call: `GET /v1/assets/${asset.id}` })).body as {
      name: string
      url: string
    }
    expect(name).toContain(holds)
    expect(name).not.toMatch(/[/\\\r\n"]/)
    expect([...name].length).toBeLessThanOrEqual(limits.nameLength)
    expect(new URL(url).pathname.split('/')).toHaveLength(4)
  })
})

describe('polyglots and disguises are what their content is', () => {
  const cases: [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
    ['picture.html', () => bytesOf(photo(9, 9).png()), 'image/png'],
    ['archive.gif', async () => new Uint8Array([...(await animation('gif')), ...ascii('PK\u0003\u0004')]), 'image/gif'],
    [
      'script.svg',
      () =>
        ascii(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(1)</script></svg>',
        ),
      'image/svg+xml',
    ],
    ['document.jpg', () => ascii('%PDF-1.4 …'), 'application/pdf'],
  ]
  test.each(cases)('%s', async (fileName, make, mime) => {
    const answer = await sendFile(service, { bytes: await make(), fileName })
    expect(answer).toMatchObject({ status: 201, body: { mime } })
  })
})

describe('an address is fetched only where it is public', () => {
  let origin: Bun.Server<undefined>
  let image: Uint8Array
  beforeAll(async () => {
    image = await bytesOf(photo(33, 11).png())
    origin = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname } = new URL(request.url)
        if (pathname === '/picture%20one.png') return new Response(image.slice())
        if (pathname === '/missing') return new Response('no', { status: 404 })
        if (pathname === '/inside') return Response.redirect('http://169.254.169.254/latest/meta-data/')
        if (pathname === '/loop') return Response.redirect('/loop')
        if (pathname === '/large') return new Response(new Uint8Array(limits.imageBytes + 1))
        return new Response('<html>')
      },
    })
  })
  afterAll(() => origin.stop(true))

  const fetched = (url: string, more: object = {}) =>
    ask(service, { call: 'POST /v1/assets/from-url', send: { url, ...more } })

  test('what is there becomes an asset', async () => {
    const answer = await fetched(`${origin.url.href}picture%20one.png`, { alt: 'one', tags: ['x'] })
    expect(answer).toMatchObject({ status: 201, body: { name: 'picture one.png', width: 33, alt: 'one', tags: ['x'] } })
    expect(await fetched(`${origin.url.href}picture%20one.png`)).toMatchObject({ status: 200, body: { alt: 'one' } })
  })

  test.each(['missing', 'inside', 'loop', 'large'])('%s is not', async (path) => {
    await leavesNothing(async () => {
      const answer = await fetched(`${origin.url.href}${path}`)
      expect(answer).toMatchObject({ status: 422, body: { code: 'FETCH_FAILED' } })
      expect(answer.text).not.toContain('169.254')
    })
  })

  test.each([
    'http://10.0.0.1/a.png',
    'http://2130706433:1/',
    'http://0x7f.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://①⑨②.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost./x',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    's3://bucket/key',
    'ftp://example.com/a.png',
    '//example.com/a.png',
    'https://user:secret@example.invalid/',
    'not an address',
  ])('nor %s', async (url) => {
    const answer = await fetched(url)
    expect(answer.status, answer.text).toBe(422)
    expect((answer.body as { code: string }).code).toBe('FETCH_FAILED')
  })
})
