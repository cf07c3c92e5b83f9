/** Assets on the CDN host: what addresses lead to, how it may be kept, and what is refused. */
import { beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { createVault } from '../../../src/platform/identity/index.ts'
import { type ImageParameters, evaluateImage, signImage } from '../../../src/surfaces/assets/index.ts'
import { animation, bytesOf, difference, disc, photo, quarters, seen } from '../../email/image/images.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { sendAsset } from '../assets/send-file.ts'

let service: TestService
let paths: Record<'photo' | 'logo' | 'webp' | 'moving' | 'movingWebp' | 'camera' | 'svg' | 'text' | 'page', string>

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
  const send = async (bytes: Uint8Array | string, fileName: string) =>
    new URL((await sendAsset(service, { bytes, fileName })).url).pathname
  const camera = quarters(400, 200).withExif({ IFD0: { Artist: 'Eve Example' } })
  paths = {
    photo: await send(await bytesOf(photo(400, 300).jpeg({ quality: 95 })), 'photo.jpg'),
    logo: await send(await bytesOf(disc(300).png()), 'logo.png'),
    webp: await send(await bytesOf(photo(220, 110).webp()), 'photo.webp'),
    moving: await send(await animation('gif', 4), 'moving.gif'),
    movingWebp: await send(await animation('webp', 4), 'moving.webp'),
    camera: await send(await bytesOf(camera.withMetadata({ orientation: 6 }).jpeg({ quality: 95 })), 'camera.jpg'),
    svg: await send(
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><script>alert(1)</script><rect width="60" height="30" fill="#0a0"/><image href="http://127.0.0.1/x.png" width="9" height="9"/></svg>',
      'drawing.svg',
    ),
    text: await send('text to take away', 'Übersicht "x".txt'),
    page: await send('Notes <script>alert(1)</script>', 'notes.txt'),
  }
})

interface Got {
  status: number
  headers: Headers
  bytes: Uint8Array
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const response = await service.handle(new Request(`http://localhost${path}`, { method, headers }))
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

test.each([
  [10, 4000, 'w=600&h=100'],
  [1, 300, 'w=200&h=200'],
  [2, 600, 'w=600&h=100'],
  [3, 4000, 'w=600&h=100'],
  [5000, 1, 'w=200&h=200'],
] as const)('a picture of %p × %p covers %p', async (width, height, size) => {
  const bytes = await bytesOf(photo(width, height).png())
  const path = new URL((await sendAsset(service, { bytes, fileName: `thin-${width}.png` })).url).pathname
  const got = await get(`${path}?${size}&fit=cover`)
  expect(got.status).toBe(200)
  const { width: made, height: madeHeight } = await seen(got.bytes)
  expect(`w=${made}&h=${madeHeight}`).toBe(size)
})

function signedQuery(path: string, parameters: ImageParameters): string {
  const [, , id = ''] = path.split('/')
  return signImage(createVault(testSecret), id, { parameters })
}

const getSigned = (path: string, parameters: ImageParameters) => get(`${path}?${signedQuery(path, parameters)}`)

const type = ({ headers }: Got) => headers.get('content-type')

describe('pictures', () => {
  test('need no key, may be kept for ever, and can do nothing in a browser', async () => {
    const got = await get(`${paths.photo}?w=100`)
    expect(got.status).toBe(200)
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    })
    expect(got.headers.get('content-disposition')).toBeNull()
    expect(await seen(got.bytes)).toMatchObject({ width: 100, height: 75 })
  })

  const sizes: [string, number, number][] = [
    ['w=100', 100, 75],
    ['h=150', 200, 150],
    ['w=100&h=100', 100, 75],
    ['w=100&h=100&fit=cover', 100, 100],
    ['w=100&h=100&fit=fill', 100, 100],
    ['w=100&h=100&fit=pad', 100, 100],
    ['w=800&h=800&fit=inside', 400, 300],
    ['w=50&dpr=2', 100, 75],
    ['w=50&dpr=1.9999999999999998', 100, 75],
    ['w=100&dpr=1e0', 100, 75],
    ['w=64', 64, 48],
    ['w=97', 97, 73],
    ['w=201', 201, 151],
    ['w=97&h=8192', 97, 73],
    ['w=8192&fit=cover&h=2', 4096, 2],
    ['w=131&h=67&dpr=2&fit=cover', 262, 134],
    ['w=637&h=301&fit=fill', 637, 301],
    ['w=67&h=131&fit=pad', 67, 131],
  ]
  test.each(sizes)('%s', async (query, width, height) => {
    const got = await get(`${paths.photo}?${query}`)
    expect(await seen(got.bytes)).toMatchObject({ width, height })
  })

  test('without a format every mail client can show them, whatever a browser says it takes', async () => {
    const webp = { accept: 'image/avif,image/webp,*/*' }
    expect(type(await get(`${paths.photo}?w=100`, webp))).toBe('image/jpeg')
    expect(type(await get(`${paths.logo}?w=100`, webp))).toBe('image/png')
    expect(type(await get(`${paths.webp}?w=100`))).toBe('image/jpeg')
    expect(type(await get(paths.svg, webp))).toBe('image/png')
  })

  test('format=auto is WebP for who asks for it by name, and caches are told', async () => {
    const auto = async (accept?: string) => {
      const got = await get(`${paths.photo}?w=100&format=auto`, accept === undefined ? {} : { accept })
      expect(got.headers.get('vary')).toContain('Accept')
      return type(got)
    }
    expect(await auto('image/webp,*/*')).toBe('image/webp')
    expect(await auto('image/avif, image/webp;q=0.8')).toBe('image/webp')
    for (const accept of ['*/*', 'image/*', 'image/webp;q=0', undefined]) expect(await auto(accept)).toBe('image/jpeg')
    expect((await get(`${paths.photo}?w=100`)).headers.get('vary')).toBeNull()
  })

  test('a WebP goes as it is to who takes it, and as JPEG to who does not', async () => {
    const [taken, not] = [await get(paths.webp, { accept: 'image/webp' }), await get(paths.webp)]
    expect([type(taken), type(not)]).toEqual(['image/webp', 'image/jpeg'])
    expect([taken, not].map(({ headers }) => headers.get('vary'))).toEqual(['Accept', 'Accept'])
    expect(taken.headers.get('etag')).not.toBe(not.headers.get('etag'))
  })

  test('asked for nothing they come as they were sent, without what they tell beside their pixels', async () => {
    const plain = await get(paths.photo)
    expect(await difference(plain.bytes, await bytesOf(photo(400, 300).jpeg({ quality: 95 })))).toBe(0)
    const camera = await get(paths.camera)
    const { exif, width, height } = await sharp(camera.bytes).metadata()
    expect([exif, width, height]).toEqual([undefined, 200, 400])
    expect(new TextDecoder('latin1').decode(camera.bytes)).not.toContain('Eve')
  })

  test('animations go on moving, whatever size is asked for', async () => {
    for (const [path, mime] of [
      [paths.moving, 'image/gif'],
      [paths.movingWebp, 'image/webp'],
    ] as const) {
      const got = await get(`${path}?w=10`)
      expect(type(got)).toBe(mime)
      expect((await sharp(got.bytes, { animated: true }).metadata()).pages).toBe(4)
    }
    const still = await get(`${paths.moving}?w=10&format=png`)
    expect(await seen(still.bytes)).toMatchObject({ width: 10, height: 5 })
  })

  test('an SVG is drawn and never sent, with nothing from elsewhere in it', async () => {
    const got = await get(`${paths.svg}?w=120`)
    expect(type(got)).toBe('image/png')
    const image = await seen(got.bytes)
    expect(image).toMatchObject({ width: 120, height: 60 })
    expect(image.at(60, 30)).toEqual([0, 170, 0, 255])
    expect(image.at(2, 2)).toEqual([0, 170, 0, 255])
    expect(await seen((await get(`${paths.svg}?w=40&h=40&fit=cover&format=jpeg`)).bytes)).toMatchObject({
      width: 40,
      height: 40,
    })
    expect(await seen((await getSigned(paths.svg, { crop: '16,0,32,16', w: 100 })).bytes)).toMatchObject({
      width: 100,
      height: 50,
    })
  })

  test('gravity, background and palette are heeded', async () => {
    const red = (await seen((await get(`${paths.camera}?w=100&h=100&fit=cover&gravity=northeast`)).bytes)).at(75, 20)
    expect(red[0]).toBeGreaterThan(200)
    const logo = await seen((await getSigned(paths.logo, { w: 100, bg: '102030' })).bytes)
    expect(logo.at(0, 0)).toEqual([16, 32, 48, 255])
    const small = await getSigned(paths.logo, { w: 100, palette: true })
    const full = await get(`${paths.logo}?w=100`)
    expect(small.bytes.length).toBeLessThan(full.bytes.length)
  })

  test('the focal point decides where it is asked for, and may be moved', async () => {
    const id = paths.photo.split('/')[2]
    const query = `${paths.photo}?w=40&h=160&fit=cover&gravity=focal`
    const before = await get(query)
    expect(before.headers.get('cache-control')).toBe('public, max-age=3600')
    await ask(service, { call: `PUT /v1/assets/${id}`, send: { focal_point: { x: 1, y: 0.5 } } })
    const after = await get(query)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    const [left, right] = [await seen(before.bytes), await seen(after.bytes)]
    expect(right.at(20, 80)[0] ?? 0).toBeGreaterThan((left.at(20, 80)[0] ?? 0) + 50)
  })
})

describe('HTTP', () => {
  test('who has it is told so', async () => {
    const first = await get(`${paths.photo}?w=100`)
    const etag = first.headers.get('etag') ?? ''
    const again = await get(`${paths.photo}?w=100`, { 'if-none-match': etag })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect((await get(`${paths.photo}?w=110`, { 'if-none-match': etag })).status).toBe(200)
  })

  test('ranges, of pictures and of files', async () => {
    for (const path of [`${paths.photo}?w=100`, paths.text]) {
      const whole = await get(path)
      const part = await get(path, { range: 'bytes=3-9' })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 3-9/${whole.bytes.length}`])
      expect([...part.bytes]).toEqual(Array.from(whole.bytes.subarray(3, 10)))
      const none = await get(path, { range: 'bytes=999999-' })
      expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${whole.bytes.length}`])
    }
  })

  test('a large picture is the same whether it was just made or is read while it is answered', async () => {
    const noise = Uint8Array.from({ length: 700 * 700 * 3 }, (_, i) => (i * 7919 * (1 + (i % 13))) % 256)
    const large = await bytesOf(
      sharp(noise, { raw: { width: 700, height: 700, channels: 3 } }).png({ compressionLevel: 0 }),
    )
    expect(large.length).toBeGreaterThan(1024 * 1024)
    const path = new URL((await sendAsset(service, { bytes: large, fileName: 'large.png' })).url).pathname
    const [made, read, part, head] = [
      await get(path),
      await get(path),
      await get(path, { range: 'bytes=10-19' }),
      await get(path, {}, 'HEAD'),
    ]
    expect(Buffer.from(read.bytes).equals(Buffer.from(made.bytes))).toBe(true)
    expect(await difference(read.bytes, large)).toBe(0)
    expect([...part.bytes]).toEqual([...made.bytes.subarray(10, 20)])
    for (const got of [read, head])
      expect([type(got), got.headers.get('etag'), got.headers.get('content-length')]).toEqual([
        'image/png',
        made.headers.get('etag'),
        String(made.bytes.length),
      ])
  })

  test('HEAD says the length and sends nothing', async () => {
    for (const path of [`${paths.photo}?w=100`, paths.text]) {
      const [whole, head] = [await get(path), await get(path, {}, 'HEAD')]
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
        200,
        String(whole.bytes.length),
        0,
      ])
    }
  })

  test('parameters that mailing systems add are passed over, signed or not, for files too', async () => {
    const added = 'utm_source=news&utm_medium=email&mc_eid=1'
    const [bare, tracked] = [await get(`${paths.photo}?w=100`), await get(`${paths.photo}?w=100&${added}`)]
    expect([tracked.status, tracked.headers.get('etag')]).toEqual([200, bare.headers.get('etag')])
    const [, , id = ''] = paths.photo.split('/')
    const signed = signImage(createVault(testSecret), id, { parameters: { w: 101 } })
    expect((await get(`${paths.photo}?${signed}&${added}`)).status).toBe(200)
    expect((await get(`${paths.text}?${added}`)).headers.get('content-disposition')).toContain('attachment')
    expect((await get(`/cdn/starters/welcome-mark.png?${added}`)).status).toBe(200)
  })

  test('what is no picture is saved, under a name that breaks no header', async () => {
    const text = await get(paths.text)
    expect(new TextDecoder().decode(text.bytes)).toBe('text to take away')
    expect(text.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+"; filename\*=UTF-8''/)
    const page = await get(paths.page)
    expect([type(page), page.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      'application/octet-stream',
      'attachment',
    ])
  })
})

describe('refusals', () => {
  const refused: [string, (path: string) => string, number, string][] = [
    ['a size of nothing', (p) => `${p}?w=0`, 422, 'VALIDATION_FAILED'],
    ['an absurd size', (p) => `${p}?w=999999999999`, 422, 'VALIDATION_FAILED'],
    ['a size that is none', (p) => `${p}?w=1e3`, 422, 'VALIDATION_FAILED'],
    ['a negative size', (p) => `${p}?h=-5`, 422, 'VALIDATION_FAILED'],
    ['half a pixel', (p) => `${p}?w=1.5`, 422, 'VALIDATION_FAILED'],
    ['an unknown fit', (p) => `${p}?fit=squeeze`, 422, 'VALIDATION_FAILED'],
    ['too many dots', (p) => `${p}?dpr=9`, 422, 'VALIDATION_FAILED'],
    ['too much quality', (p) => `${p}?q=101`, 422, 'VALIDATION_FAILED'],
    ['an unknown format', (p) => `${p}?format=exe`, 422, 'VALIDATION_FAILED'],
    ['a colour that is none', (p) => `${p}?bg=red`, 422, 'VALIDATION_FAILED'],
    ['a crop of nothing', (p) => `${p}?crop=0,0,0,0`, 422, 'VALIDATION_FAILED'],
    ['a crop without a signature', (p) => `${p}?crop=16,16,160,96`, 422, 'TRANSFORM_INVALID'],
    ['a background without a signature', (p) => `${p}?w=100&bg=ffffff`, 422, 'TRANSFORM_INVALID'],
    ['a palette without a signature', (p) => `${p}?palette=true`, 422, 'TRANSFORM_INVALID'],
    ['a signed crop outside', (p) => `${p}?${signedQuery(p, { crop: '4000,4000,16,16' })}`, 422, 'TRANSFORM_INVALID'],
    ['the same twice', (p) => `${p}?w=100&w=200`, 422, 'VALIDATION_FAILED'],
    ['a wrong signature', (p) => `${p}?w=100&sig=abc`, 403, 'LINK_INVALID'],
    ['a picture of a text', () => `${paths.text}?w=100`, 422, 'TRANSFORM_INVALID'],
    ['an asset that is not there', () => '/cdn/ast_01kah3zqpfx9y8w7v6t5s4r3q2/x.png', 404, 'FILE_NOT_FOUND'],
    ['no id', () => '/cdn/..%2f..%2fetc/passwd', 404, 'FILE_NOT_FOUND'],
    ['a key of the store', () => '/cdn/ast_../x', 404, 'FILE_NOT_FOUND'],
  ]
  test.each(refused)('%s', async (_, pathOf, status, code) => {
    const got = await get(pathOf(paths.photo))
    expect([got.status, (JSON.parse(new TextDecoder().decode(got.bytes)) as { code: string }).code]).toEqual([
      status,
      code,
    ])
    expect(got.headers.get('cache-control')).toBe('no-store')
  })

  test('a name in the address is for people, and can write no header', async () => {
    const [, , id] = paths.photo.split('/')
    for (const name of ['x', '%0d%0aSet-Cookie:%20a=b', '..%2f..%2fetc%2fpasswd', 'a'.repeat(900)])
      expect((await get(`/cdn/${id}/${name}?w=100`)).status).toBe(200)
  })
})

describe('signed addresses', () => {
  const sign = async (path: string, send: object, key?: string): Promise<Answer> =>
    ask(service, { call: `POST /v1/assets/${path.split('/')[2]}/links`, send, ...(key === undefined ? {} : { key }) })

  test('are answered to the letter, and hold for nothing else', async () => {
    const answer = await sign(paths.photo, { w: 97, h: 61, fit: 'cover', q: 33 })
    const url = new URL((answer.body as { url: string }).url)
    const got = await get(url.pathname + url.search)
    expect(await seen(got.bytes)).toMatchObject({ width: 97, height: 61 })
    expect((await get(`${url.pathname}${url.search.replace('w=97', 'w=98')}`)).status).toBe(403)
    expect((await get(`${url.pathname}${url.search}&bg=ffffff`)).status).toBe(403)
    expect((await get(`${paths.logo}${url.search}`)).status).toBe(403)
    expect((await get(`${url.pathname}${url.search.replace(/[?&]sig=[^&]*/, '')}`)).status).toBe(200)
  })

  test('expire when they are told to', async () => {
    const answer = await sign(paths.photo, { w: 97, expires_in_seconds: 60 })
    const { url, expires_at: end } = answer.body as { url: string; expires_at: string }
    expect(Date.parse(end)).toBeGreaterThan(Date.now())
    const { pathname, search } = new URL(url)
    expect((await get(pathname + search)).status).toBe(200)
    expect((await get(pathname + search.replace(/exp=\d+/, 'exp=1'))).status).toBe(403)

    const vault = createVault('a secret of this test, of some length')
    const query = Object.fromEntries(
      new URLSearchParams(signImage(vault, 'ast_1', { parameters: {}, expiresAt: 10_000 })),
    )
    const at = (nowMs: number, id = 'ast_1') => evaluateImage(vault, id, query, nowMs)
    expect([at(9_999), at(10_000), at(0, 'ast_2')]).toEqual(['valid', 'expired', 'invalid'])
  })

  test('are made for pictures of the own project alone', async () => {
    expect((await sign(paths.photo, { w: 9 }, 'b')).status).toBe(404)
    expect((await sign(paths.text, { w: 9 })).body).toMatchObject({ code: 'TRANSFORM_INVALID' })
    expect((await sign(paths.photo, { w: 9, sig: 'x' })).status).toBe(422)
  })
})

test('what is deleted is not answered any more, though it was made a moment ago', async () => {
  const asset = await sendAsset(service, { bytes: await bytesOf(photo(41, 41).png()), fileName: 'short.png' })
  const path = new URL(asset.url).pathname
  expect((await get(`${path}?w=20`)).status).toBe(200)
  await ask(service, { call: `DELETE /v1/assets/${asset.id}` })
  expect((await get(`${path}?w=20`)).status).toBe(404)
  expect((await get(path)).status).toBe(404)
})

test('an export packs the pictures of assets as its addresses ask for them', async () => {
  const html = `<p><img src="${paths.photo}?w=100&amp;h=100&amp;fit=cover"><img src="${paths.text}"></p>`
  const answer = await ask(service, {
    call: 'POST /v1/export',
    send: { format: 'html', html, options: { images: 'data' } },
  })
  const { content, warnings } = answer.body as { content: string; warnings: { code: string }[] }
  const packed = /data:image\/jpeg;base64,([^"]+)/.exec(content)?.[1] ?? ''
  expect(await seen(Uint8Array.fromBase64(packed))).toMatchObject({ width: 100, height: 100 })
  expect(warnings.map(({ code }) => code)).toEqual(['IMAGE_NOT_PACKED'])
})
