import { beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readDocument } from '../../../src/email/document/index.ts'
import { renderHtml } from '../../../src/email/render/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { purgePreviews } from '../../../src/surfaces/plugin/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { type TestDesk, type Host, makeHost, makeKey, openTestService } from './host.ts'

const html = '<!doctype html><html><body><h1>Hello {{ first_name }}</h1>  <p>World</p></body></html>'

describe.each([...dialects])('what is made of an email on %s', (dialect) => {
  let service: TestService
  let host: Host
  let testService: TestDesk

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900' } })
    host = await makeHost(service)
    testService = await openTestService(service, host, { emailId: 'output' })
    await testService.call('POST /plugin/save', { html, css: 'h1{color:red}' })
  })

  test('a URL that is too long is refused in the shape of this surface, before it has a route', async () => {
    expect(await testService.call(`GET /v1/plugin/modules?cursor=${'x'.repeat(9000)}`)).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED_REQUEST', errorType: 'validation', isRecoverable: true },
    })
  })

  const get = (url: string) => service.handle(new Request(url))

  test.each([
    ['html', 'text/html'],
    ['zip', 'application/zip'],
    ['pdf', 'application/pdf'],
  ])('a file of format %s lies behind a temporary address', async (format, mime) => {
    const { status, body } = await testService.call('POST /export', { format })
    expect({ status, body }).toMatchObject({ status: 200, body: { expiresIn: 3600, format } })
    const file = await get((body as { downloadUrl: string }).downloadUrl)
    expect([file.status, file.headers.get('content-type')?.split(';')[0]]).toEqual([200, mime])
    expect(file.headers.get('content-disposition')).toStartWith('attachment')
  })

  test('HTML of the host is exported as it is, cleaned', async () => {
    const sent = { format: 'html', html: '<p onclick="x()">Mine</p><script>1</script>', css: 'p{color:blue}' }
    const { body } = await testService.call('POST /v1/plugin/export', sent)
    const text = await (await get((body as { downloadUrl: string }).downloadUrl)).text()
    expect(text).toContain('Mine')
    expect(text).not.toMatch(/script|onclick/)
  })

  test('another format, and whatever keeps a file from being made, have the interface’s words', async () => {
    for (const wrong of [{ format: 'exe' }, { format: null }, { format: 7 }, { format: ['html'] }, {}])
      expect(await testService.call('POST /export', wrong)).toMatchObject({
        status: 400,
        body: { error: 'Invalid export format', code: 'INVALID_FORMAT', errorType: 'validation', isRecoverable: true },
      })
    expect(
      await testService.call('POST /export', { format: 'html', document: { rows: [{ type: 'nothing' }] } }),
    ).toMatchObject({
      status: 422,
      body: { error: 'Failed to export template', code: 'EXPORT_FAILED', errorType: 'server', isRecoverable: true },
    })
    const large = { format: 'html', html: 'x'.repeat(1_100_000), css: '' }
    expect(await testService.call('POST /export', large)).toMatchObject({
      status: 413,
      body: { code: 'EXPORT_FAILED' },
    })
  })

  test('compiling shortens what was saved, and keeps its merge tags', async () => {
    const { body } = await testService.call('POST /v1/plugin/compile', {})
    const compiled = body as { html: string; css: string; minified: boolean }
    expect(compiled.minified).toBe(true)
    expect(compiled.html).toContain('{{ first_name }}')
    expect(compiled.html).not.toMatch(/\n {2,}</)
  })

  test('a preview is seen by whoever has its address, for an hour, and nothing in it runs', async () => {
    const { body } = await testService.call('POST /v1/plugin/preview', { html: '<h1>Seen</h1>', css: '' })
    const { previewUrl, expiresIn } = body as { previewUrl: string; expiresIn: number }
    expect(expiresIn).toBe(3600)
    const page = await get(previewUrl)
    expect([page.status, page.headers.get('cache-control'), page.headers.get('set-cookie')]).toEqual([
      200,
      'private, no-store',
      null,
    ])
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
    expect(await page.text()).toContain('Seen')
    const bent = [
      previewUrl.replace(/sig=(.)/, (_, first: string) => `sig=${first === '0' ? '1' : '0'}`),
      previewUrl.replace(/exp=\d/, 'exp=9'),
      previewUrl.replace(/previews\/./, 'previews/g'),
    ]
    for (const url of bent) expect((await get(url)).status).toBe(403)
    // On Postgres the server's clock decides.
    if (dialect === 'postgres') return
    try {
      setSystemTime(Date.now() + 3_601_000)
      expect((await get(previewUrl)).status).toBe(410)
    } finally {
      setSystemTime()
    }
  })

  test('a preview is seen as a sample recipient of the project', async () => {
    const made = await ask(service, {
      call: 'POST /v1/sample-recipients',
      key: await makeKey(service, host),
      send: { name: 'Amina, first order', data: { first_name: 'Amina' } },
    })
    const { id } = made.body as { id: string }
    expect(await testService.call('GET /v1/plugin/sample-recipients')).toMatchObject({
      status: 200,
      body: { data: [{ id, name: 'Amina, first order' }] },
    })
    expect(await testService.call(`GET /v1/plugin/sample-recipients/${id}`)).toMatchObject({
      body: { id, name: 'Amina, first order', data: { first_name: 'Amina' } },
    })
    const seen = await testService.call('POST /v1/plugin/preview', { recipient: id })
    expect(await (await get((seen.body as { previewUrl: string }).previewUrl)).text()).toContain('Amina')
    const missing = { status: 404, body: { code: 'RECIPIENT_NOT_FOUND' } }
    expect(await testService.call('POST /v1/plugin/preview', { recipient: 'nobody' })).toMatchObject(missing)
    expect(await testService.call('GET /v1/plugin/sample-recipients/nobody')).toMatchObject(missing)
  })

  test('a preview on a phone frames the same page', async () => {
    const { body } = await testService.call('POST /v1/plugin/preview', { device: 'mobile' })
    const page = await get((body as { previewUrl: string }).previewUrl)
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
    const [, address = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
    const inner = await get(`http://localhost:3009${address.replaceAll('&amp;', '&')}`)
    expect(await inner.text()).toContain('Hello')
  })

  test('foreign HTML becomes a document of blocks, and nothing is stored of it', async () => {
    const { body } = await testService.call('POST /v1/plugin/import', {
      html: '<h1>New</h1><p onload="x()">Text</p>',
      css: '',
    })
    expect(JSON.stringify(body)).toContain('New')
    expect(JSON.stringify(body)).not.toContain('onload')
    expect(await testService.call('GET /v1/plugin/document')).toMatchObject({ body: { revision: 1 } })
  })

  test('the HTML that the editor printed from a document gives that document again, with what was changed in it', async () => {
    const id = { id: 'title', type: 'heading', level: 1, text: 'Printed' }
    const rows = [{ id: 's', type: 'section', columns: [{ id: 'c', type: 'column', blocks: [id] }] }]
    const read = readDocument({ schema: 'svc.email/1', meta: { title: 'Mine' }, rows }, blockTypes)
    if ('issues' in read) throw new Error(JSON.stringify(read.issues))
    const { document } = read
    const { html: printed = '' } = renderHtml(document, blockTypes, { target: 'passthrough' })
    const same = await testService.call('POST /v1/plugin/import', { html: printed, css: '', document })
    expect(same).toMatchObject({ status: 200, body: { document, warnings: [] } })
    const changed = printed.replaceAll('Printed', 'Changed')
    const { body } = await testService.call('POST /v1/plugin/import', { html: changed, css: '', document })
    expect(JSON.stringify(body)).toContain('{"id":"title"')
    expect(JSON.stringify(body)).toContain('Changed')
    const broken = { html: printed, css: '', document: { rows: [{ type: 'nothing' }] } }
    expect(await testService.call('POST /v1/plugin/import', broken)).toMatchObject({
      status: 422,
      body: { code: 'DOCUMENT_INVALID' },
    })
  })

  test('a style sheet for the editor is cleaned, small or large, and refused above 64 KB', async () => {
    const clean = (css: string) => testService.call('POST /v1/plugin/css', { css })
    expect(await clean('.a{color:red;position:fixed}')).toMatchObject({
      body: { css: '.a{color:red}', dropped: ['position'] },
    })
    const large = await clean('.a{color:red}'.repeat(2000))
    expect((large.body as { css: string }).css).toBe('.a{color:red}'.repeat(2000))
    expect(await clean('a'.repeat(65_537))).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } })
  })

  test('pictures are uploaded and found, those of the project and no other’s', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const form = new FormData()
    form.set('alt', 'A dot')
    form.set('file', new File([Buffer.from(pixel, 'base64')], 'dot.png', { type: 'image/png' }))
    const request = new Request('http://localhost/v1/plugin/assets', {
      method: 'POST',
      headers: testService.headers,
      body: form,
    })
    const sent = await service.handle(request)
    expect([sent.status, await sent.json()]).toMatchObject([
      201,
      { name: 'dot.png', mime: 'image/png', width: 1, height: 1, alt: 'A dot' },
    ])
    expect(await testService.call('GET /v1/plugin/assets?q=dot')).toMatchObject({
      body: { data: [{ name: 'dot.png' }], nextCursor: null },
    })
    const stranger = await openTestService(service, await makeHost(service), { emailId: 'x' })
    expect(await stranger.call('GET /v1/plugin/assets')).toMatchObject({ body: { data: [] } })
  })
})

test('previews are removed once their addresses have expired', async () => {
  const blobs = openBlobs(temporaryDirectory(), undefined)
  await blobs.put('previews/old.html', new Uint8Array([1]))
  await blobs.put(`previews/${Math.floor(Date.now() / 1000) + 3600}-new.html`, new Uint8Array([1]))
  expect(await purgePreviews(blobs, Date.now())).toBe(0)
  expect(await purgePreviews(blobs, Date.now() + 3_700_000)).toBe(2)
  expect(await blobs.list('previews/')).toEqual([])
})
