/** URLs of images without a signature: exact sizes within a budget, short lists beyond it, and what they may not request. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq, like } from 'drizzle-orm'
import { fits, gravities } from '../../../src/email/image/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import type { ImageParameters } from '../../../src/surfaces/assets/index.ts'
import {
  listedBoxes,
  listedParameters,
  listedQualities,
  listedRatios,
  listedSides,
} from '../../../src/surfaces/delivery/images/listed.ts'
import { type Reader, nameOfReading, readOptions } from '../../../src/surfaces/delivery/images/read-options.ts'
import { createIsStored } from '../../../src/surfaces/delivery/images/stored-queries.ts'
import { bytesOf, disc, photo, seen } from '../../email/image/images.ts'
import { createRandom } from '../../support/random.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { formOf, sendAsset } from '../assets/send-file.ts'
import { makeHost, openTestService } from '../plugin/host.ts'

const formats = [undefined, 'auto', 'jpeg', 'png', 'webp'] as const
const facts: Reader['facts'] = {
  width: 1600,
  height: 900,
  format: 'jpeg',
  frames: 1,
  orientation: 1,
  hasAlpha: false,
  color: 'rgb',
  depth: 8,
  end: 1,
}
const images: [name: string, facts: Reader['facts']][] = [
  ['a photo', facts],
  ['a portrait from a camera', { ...facts, width: 3000, height: 4000, orientation: 6 }],
  ['a logo', { ...facts, width: 300, height: 80, format: 'png', hasAlpha: true }],
  ['a WebP', { ...facts, format: 'webp' }],
  ['an SVG', { ...facts, width: 100, height: 100, format: 'svg', hasAlpha: true }],
  ['a GIF that moves', { ...facts, format: 'gif', frames: 12 }],
]

function namesOf(image: Reader['facts'], requests: Iterable<ImageParameters>): Set<string> {
  const names = new Set<string>()
  for (const asked of requests)
    for (const takesWebp of [true, false])
      names.add(
        nameOfReading(
          readOptions(listedParameters(asked, image), { facts: image, focal: { x: 0.2, y: 0.3 }, takesWebp }),
        ),
      )
  return names
}

function* listed(): Iterable<ImageParameters> {
  for (const format of formats) {
    const formatted = format === undefined ? {} : { format }
    for (const q of [undefined, ...listedQualities]) {
      const shared = { ...formatted, ...(q === undefined ? {} : { q }) }
      yield shared
      for (const fit of [...fits, undefined])
        for (const side of listedSides)
          for (const name of ['w', 'h']) yield { ...shared, [name]: side, ...(fit === undefined ? {} : { fit }) }
    }
    for (const fit of fits)
      for (const box of listedBoxes)
        for (const ratio of listedRatios)
          for (const gravity of gravities) {
            const short = Math.round(box / Math.max(ratio, 1 / ratio))
            yield { ...formatted, fit, gravity, ...(ratio >= 1 ? { w: box, h: short } : { w: short, h: box }) }
          }
  }
}

function* anything(count: number): Iterable<ImageParameters> {
  const { integer: next, pick: some } = createRandom(7)
  const side = () => 1 + next(next(2) === 0 ? 8192 : 700)
  for (let i = 0; i < count; i++) {
    const asked: Record<string, unknown> = {}
    if (next(3) > 0) asked['w'] = side()
    if (next(3) > 0) asked['h'] = side()
    if (next(3) > 0) asked['fit'] = some(fits)
    if (next(3) > 0) asked['gravity'] = some(gravities)
    if (next(2) > 0) asked['dpr'] = 1 + next(3001) / 1000
    if (next(2) > 0) asked['q'] = 1 + next(100)
    if (next(2) > 0) asked['format'] = some(formats.slice(1))
    yield asked
  }
}

describe('an image rounded to the lists', () => {
  test.each(images)('%s has a bounded number of variants, whatever its parameters are', (_, image) => {
    const names = namesOf(image, listed())
    expect(names.size).toBeLessThanOrEqual(limits.unsignedVariants)
    const others = [...namesOf(image, anything(30_000))].filter((name) => !names.has(name))
    expect(others).toEqual([])
  })

  test('has exactly the listed values if those are asked for', () => {
    const read = (asked: ImageParameters) =>
      readOptions(listedParameters(asked, facts), { facts, focal: undefined, takesWebp: false })
    for (const side of listedSides)
      expect(read({ w: side })).toMatchObject({ width: side, format: 'jpeg', quality: 80 })
    for (const box of listedBoxes)
      expect(read({ w: box, h: box, fit: 'cover' })).toMatchObject({ width: box, height: box })
    for (const q of listedQualities) expect(read({ w: 600, q })).toMatchObject({ quality: q })
    expect(read({ w: 600, h: 300, fit: 'cover', gravity: 'focal' })).toMatchObject({ width: 600, height: 300 })
    expect(read({ w: 300, dpr: 2 })).toMatchObject({ width: 600 })
  })
})

interface Got {
  status: number
  headers: Headers
  bytes: Uint8Array
}

const getter =
  (service: TestService, address?: string) =>
  async (path: string): Promise<Got> => {
    const request = new Request(new URL(path, 'http://localhost'))
    const response = await service.handle(
      request,
      address === undefined ? undefined : { requestIP: () => ({ address }) },
    )
    return { status: response.status, headers: response.headers, bytes: await response.bytes() }
  }

const textOf = ({ bytes }: Got) => new TextDecoder().decode(bytes)

async function upload(service: TestService, fileName = 'photo.jpg'): Promise<{ id: string; path: string }> {
  const bytes = await bytesOf(fileName.endsWith('png') ? disc(300).png() : photo(400, 300).jpeg())
  const { id, url } = await sendAsset(service, { bytes, fileName })
  return { id, path: new URL(url).pathname }
}

/** The PNG with another text chunk, so that it is another asset. */
function withText(png: Uint8Array, text: string): Uint8Array {
  return new Uint8Array([...png, ...new TextEncoder().encode(text)])
}

describe('the service', () => {
  test('makes nothing of 150 unsigned colors and crops, and says what to do', async () => {
    const folder = temporaryDirectory()
    const service = await startService({ dialect: 'sqlite', environment: { SVC_DATA_DIR: folder } })
    const { path } = await upload(service, 'logo.png')
    const [get, { integer: next }] = [getter(service), createRandom(3)]
    for (let i = 0; i < 150; i++) {
      const [color, x] = [next(0xffffff).toString(16).padStart(6, '0'), next(250)]
      const query = i % 2 === 0 ? `bg=${color}` : `crop=${x},${i},${next(40) + 1},${next(40) + 1}`
      const refused = await get(`${path}?${query}`)
      expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('/assets/{id}/links')])
    }
    expect([...new Bun.Glob('blobs/variants/**/*').scanSync(folder)]).toEqual([])
    await get(`${path}?w=100`)
    expect([...new Bun.Glob('blobs/variants/**/*').scanSync(folder)]).toHaveLength(1)
  })

  test('renders only signed URLs where the operator says so, and the original to everyone', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_IMAGE_URLS: 'signed' } })
    const { id, path } = await upload(service)
    const get = getter(service)
    expect((await get(path)).status).toBe(200)
    expect((await get(`${path}?utm_source=news`)).status).toBe(200)
    const refused = await get(`${path}?w=100`)
    expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('SVC_IMAGE_URLS')])
    const { body } = await ask(service, { call: `POST /v1/assets/${id}/links`, send: { w: 100 } })
    expect((await get((body as { url: string }).url)).status).toBe(200)
  })
})

describe('an unsigned URL', () => {
  const etagOf = ({ headers }: Got) => headers.get('etag') ?? ''

  test('gets exactly its size until the budget of the image is spent, then the next larger listed one for a minute', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_CDN_RATE_LIMIT: '10000/1' } })
    const bytes = await bytesOf(photo(16, 12).png())
    const [first, second] = await Promise.all(
      ['a.png', 'b.png'].map((fileName) => sendAsset(service, { bytes: withText(bytes, fileName), fileName })),
    )
    const [path, otherPath] = [first, second].map((asset) => new URL(asset?.url ?? '').pathname)
    const get = getter(service, '192.0.2.1')
    const sizes = Array.from({ length: limits.assetVariants }, (_, at) => at + 1)
    for (const w of sizes) expect(etagOf(await get(`${path}?w=${w}`))).toContain(`.png.w${w}"`)

    const beyond = await get(`${path}?w=101&h=99&fit=cover`)
    expect(await seen(beyond.bytes)).toMatchObject({ width: 200, height: 200 })
    expect([beyond.status, beyond.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect((await get(`${path}?w=97`)).headers.get('cache-control')).toContain('immutable')
    expect(etagOf(await get(`${path}?w=103`))).toContain('.png.w120"')
    expect(etagOf(await get(`${otherPath}?w=201`))).toContain('.png.w201"')
    const { body } = await ask(service, { call: `POST /v1/assets/${first?.id}/links`, send: { w: 201 } })
    expect(etagOf(await get((body as { url: string }).url))).toContain('.png.w201"')
  })

  test('is rounded to short lists where the operator says so', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_IMAGE_URLS: 'listed' } })
    const { path } = await upload(service)
    const got = await getter(service)(`${path}?w=97&q=79`)
    expect([etagOf(got), got.headers.get('cache-control')]).toEqual([
      expect.stringContaining('.jpeg80.w100"'),
      'public, max-age=31536000, immutable',
    ])
  })
})

describe('a service that transforms images for signed URLs only', () => {
  let service: TestService
  let images: { own: string; theirs: string }
  const query = 'w=90&amp;fit=cover&amp;utm_source=news'
  const page = () => `<p><img src="${images.own}?${query}" alt=""><img src="${images.theirs}?w=90" alt=""></p>`

  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite', environment: { SVC_IMAGE_URLS: 'signed' } })
    const bytes = await bytesOf(photo(400, 300).jpeg())
    const own = await sendAsset(service, { bytes, fileName: 'own.jpg' })
    const theirs = await sendAsset(service, { bytes, fileName: 'theirs.jpg', key: service.keys.b })
    images = { own: own.url, theirs: theirs.url }
  })

  /** The own image can be loaded, and the one of another project still has no signature. */
  async function expectSigned(html: string) {
    const [own = '', theirs = ''] = [...html.matchAll(/src="([^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    const got = await getter(service)(new URL(own).pathname + new URL(own).search)
    expect(await seen(got.bytes)).toMatchObject({ width: 90 })
    expect([new URL(own).searchParams.get('utm_source'), theirs]).toEqual(['news', `${images.theirs}?w=90`])
  }

  const textIn = async (call: string, send: Record<string, unknown> | undefined, member: string) => {
    const { body, status, text } = await ask(service, { call, ...(send === undefined ? {} : { send }) })
    expect([status < 300, text]).toEqual([true, text])
    return (body as Record<string, string>)[member] ?? ''
  }

  test('signs those of the project in the emails that it renders', async () => {
    const id = await service.create({ name: 'Shown', type: 'other', html: page() })
    await expectSigned(await textIn('POST /v1/templates/generate', { template_id: id }, 'html'))
    await expectSigned(await textIn(`GET /v1/templates/${id}/html`, undefined, 'html'))
    for (const format of [{ format: 'html' }, { format: 'esp', target: 'mailchimp' }])
      await expectSigned(
        await textIn('POST /v1/export', { ...format, html: page(), options: { images: 'absolute' } }, 'content'),
      )
  })

  test('packs transformed images without a signature', async () => {
    const send = { format: 'html', html: `<img src="${images.own}?w=90" alt="">`, options: { images: 'data' } }
    expect(await textIn('POST /v1/export', send, 'content')).toContain('data:image/jpeg;base64,')
  })
})

describe('the editor', () => {
  test('writes signed URLs for crops, and lists signed thumbnails, of its own project', async () => {
    const service = await startService({ dialect: 'sqlite', environment: { SVC_IMAGE_URLS: 'signed' } })
    const host = await makeHost(service)
    const [mine, theirs] = [await openTestService(service, host, { emailId: 'one' }), await upload(service)]
    const form = await formOf({ bytes: await bytesOf(photo(400, 300).jpeg()), fileName: 'own.jpg' })
    const sent = await service.handle(
      new Request('http://localhost/v1/plugin/assets', {
        method: 'POST',
        headers: { ...mine.headers, 'content-type': form.type },
        body: form.bytes,
      }),
    )
    const { id } = (await sent.json()) as { id: string }
    const get = getter(service)

    const { body } = await mine.call(`POST /v1/plugin/assets/${id}/links`, { crop: '10,20,300,200', w: 150 })
    expect(await seen((await get((body as { url: string }).url)).bytes)).toMatchObject({ width: 150, height: 100 })
    const refused = await mine.call(`POST /v1/plugin/assets/${theirs.id}/links`, { crop: '10,20,300,200' })
    expect(refused).toMatchObject({ status: 404, body: { code: 'ASSET_NOT_FOUND' } })

    const { data } = (await mine.call('GET /v1/plugin/assets')).body as { data: { thumbnailUrl: string }[] }
    expect(data).toHaveLength(1)
    expect(await seen((await get(data[0]?.thumbnailUrl ?? '')).bytes)).toMatchObject({ width: 320, height: 240 })
  })
})

describe('an IP address', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite', environment: { SVC_CDN_RATE_LIMIT: '2/3600' } })
  })

  test('has so many images made; beyond that it gets cached ones, signed ones, similar ones and originals', async () => {
    const { id, path } = await upload(service)
    const [get, other] = [getter(service, '192.0.2.1'), getter(service, '192.0.2.2')]
    const plain = await get(path)
    for (const w of [100, 120]) expect((await get(`${path}?w=${w}`)).headers.get('etag')).toContain(`.jpeg80.w${w}`)
    expect((await get(`${path}?w=100`)).headers.get('etag')).toContain('.jpeg80.w100')

    const original = await get(`${path}?w=200`)
    expect([original.status, original.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(original.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(original.bytes).toEqual(plain.bytes)

    // The same image in the next larger size is cached.
    const similar = await get(`${path}?w=117&q=79`)
    expect([similar.status, similar.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(similar.headers.get('etag')).toContain('.jpeg80.w120')
    for (const query of ['w=200&h=200&fit=cover', 'w=200&format=png', 'h=4000&w=4000&fit=pad'])
      expect((await get(`${path}?${query}`)).bytes).toEqual(plain.bytes)

    const shown = `${path}?crop=0,0,90,90`
    await service.create({ name: 'Shows it', type: 'other', html: `<img src="${shown}" alt="">` })
    const cut = await get(shown)
    expect([cut.status, cut.headers.get('cache-control')]).toEqual([429, 'no-store'])
    expect(Number(cut.headers.get('retry-after'))).toBeWithin(1, 3603)
    expect((await other(shown)).status).toBe(200)

    const { body } = await ask(service, { call: `POST /v1/assets/${id}/links`, send: { w: 97 } })
    expect((await get((body as { url: string }).url)).headers.get('etag')).toContain('.jpeg80.w97')
    expect((await other(`${path}?w=200`)).headers.get('etag')).toContain('.jpeg80.w200')
    expect((await get(`${path}?w=200`)).headers.get('etag')).toContain('.jpeg80.w200')
  })
})

test('what strangers request of the images of a project is charged to strangers, what it does itself to the project', async () => {
  const service = await startService({ dialect: 'sqlite' })
  const { id, path } = await upload(service)
  const get = getter(service, '192.0.2.1')
  const started = async (partition: string) => {
    const metrics = textOf(await get('/metrics')).split('\n')
    const lines = metrics.filter((line) => /^svc_queue_wait_seconds_count\{.*queue="images"/.test(line))
    return Number(lines.find((line) => line.includes(`partition="${partition}"`))?.split(' ')[1] ?? 0)
  }
  const { body } = await ask(service, { call: `POST /v1/assets/${id}/links`, send: { w: 97 } })
  for (const url of [`${path}?w=100`, (body as { url: string }).url]) expect((await get(url)).status).toBe(200)
  expect([await started('anonymous'), await started('project')]).toEqual([2, 0])
  const html = `<img src="${path}?w=120">`
  await ask(service, { call: 'POST /v1/export', send: { format: 'html', html, options: { images: 'data' } } })
  expect([await started('anonymous'), await started('project')]).toEqual([2, 1])
})

describe.each([...dialects])('on %s', (dialect) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ dialect })
  })

  test('a crop needs no signature where a document of the project, a version or a module shows it', async () => {
    const { id, path } = await upload(service)
    const get = getter(service)
    const show = (crop: string) => `<p><img src="${path}?crop=${crop}&amp;w=300&bg=FFFFFF" alt=""></p>`
    const html = (crop: string) => ({ name: 'Shows it', type: 'other', html: show(crop) })
    const expectOk = ({ status, text }: Answer) => expect([status < 300, text]).toEqual([true, text])

    // The asset is not theirs, and so is nobody's reason.
    expectOk(await ask(service, { call: 'POST /v1/templates', key: 'b', send: html('160,0,80,80') }))
    const template = await service.create(html('32,16,160,96'))
    const row = { type: 'section', columns: [{ blocks: [{ type: 'html', html: show('0,0,96,96') }] }] }
    expectOk(await ask(service, { call: 'POST /v1/modules', send: { name: 'Header', nodes: [row] } }))

    expect((await get(`${path}?crop=160,0,80,80&bg=ffffff`)).status).toBe(422)
    expect((await get(`${path}?crop=32,16,160,96&bg=ffffff`)).status).toBe(200)
    expect((await get(`${path}?crop=32,16,160,96&bg=ffffff&w=480`)).status).toBe(200)
    expect((await get(`${path}?crop=32,16,160,96`)).status).toBe(422)
    expect((await get(`${path}?crop=0,0,96,96&bg=ffffff&w=300`)).status).toBe(200)

    const other = await upload(service, 'logo.png')
    await service.create({ ...html('0,0,16,16'), html: show('0,0,16,16').replaceAll(path, other.path) })
    expect((await get(`${path}?crop=0,0,16,16&bg=ffffff`)).status).toBe(422)
    expectOk(await ask(service, { call: `GET /v1/assets/${id}/usage` }))
    expectOk(await ask(service, { call: `GET /v1/templates/${template}` }))
  })

  test('a crop that was served without a signature is served when its document is gone, until the image is deleted', async () => {
    const bytes = await bytesOf(photo(320, 240).png())
    const { id, url } = await sendAsset(service, { bytes, fileName: 'sent.png' })
    const path = new URL(url).pathname
    const show = (crop: string) => `<p><img src="${path}?crop=${crop}" alt=""></p>`
    const shown = ['32,16,160,96', '0,0,96,96', '16,0,96,96']
    const template = await service.create({ name: 'Sent', type: 'other', html: shown.map(show).join('') })
    const [first = '', second = '', third = ''] = shown
    const get = getter(service)
    const both = await Promise.all([first, second].map((crop) => get(`${path}?crop=${crop}`)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await ask(service, { call: `DELETE /v1/templates/${template}?permanent=true` })).status).toBeLessThan(300)

    // As after a restart: nothing is left in memory.
    const { assets, settings } = service.store.read.tables
    const [row] = await service.store.read.select().from(assets).where(eq(assets.id, id))
    if (row === undefined) throw new Error('No asset')
    const isStored = createIsStored(service.store, createLog('error'))
    const found = await Promise.all([first, second, third, '0,0,32,32'].map((crop) => isStored(row, { crop })))
    expect(found).toEqual([true, true, false, false])
    const kept = () =>
      service.store.read
        .select()
        .from(settings)
        .where(like(settings.key, `%${id}`))
    expect(await kept()).toHaveLength(1)
    expect((await ask(service, { call: `DELETE /v1/assets/${id}?force=true` })).status).toBeLessThan(300)
    expect(await kept()).toEqual([])
  })
})
