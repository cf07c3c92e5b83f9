import { afterAll, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { createWorkers } from '../../../src/platform/jobs/index.ts'
import { OutboundError, type OutboundRequest } from '../../../src/platform/net/index.ts'
import { type ImageSource, createCollector } from '../../../src/surfaces/exports/rendering/fetch-images.ts'
import { type Placing, placeImages } from '../../../src/surfaces/exports/rendering/images.ts'
import { workerEntry } from '../../support/service.ts'

const cdnUrl = 'https://cdn.example'
const png = new Uint8Array([1, 2, 3])
const realPng = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const asked: string[] = []
const pool = createWorkers({ entry: workerEntry, size: 1 })
const threads = pool.forCaller({ partition: { kind: 'anonymous' } })
const inThreads: string[] = []
const workers: Placing['workers'] = {
  runWithin(ms, task, input) {
    inThreads.push(task)
    return threads.runWithin(ms, task, input)
  },
}

afterAll(() => pool.close())

/** The world as each address tells it: `…/404.png`, `…/slow.png`, `…/huge.png`, `…/private.png`, `…/page.html`, else a PNG. */
async function send({ url }: OutboundRequest) {
  asked.push(url)
  if (url.includes('slow')) throw new OutboundError('timeout', 'Nothing came within 10 s, while connecting.')
  if (url.includes('huge')) throw new OutboundError('too_large', 'The answer is larger than 5 MiB.')
  if (url.includes('private')) throw new OutboundError('blocked_address', 'The host has an address that is not public.')
  const body = url.includes('page') ? new TextEncoder().encode('<html>') : realPng
  return { status: url.includes('404') ? 404 : 200, headers: {}, body, isCut: false, url, address: '192.0.2.1' }
}

const source: ImageSource = {
  cdnUrl,
  send,
  async readImage(path: string) {
    asked.push(path)
    return path.includes('missing') ? undefined : { bytes: png, mime: 'image/png' }
  },
}
const placing = (options: Placing['options'] = {}, own: Partial<ImageSource> = {}): Placing => ({
  cdnUrl,
  collect: createCollector({ ...source, ...own }),
  workers,
  options,
})

test('our images are known by their path or by the address of the CDN host, and read by their path', async () => {
  asked.length = 0
  const html = `<img src="/cdn/a/x.png"><img src="${cdnUrl}/cdn/b/y.png?w=10&amp;h=5"><img src="https://cdn.example.evil/cdn/z.png">`
  const placed = await placeImages(html, 'zip', placing())
  expect(asked.toSorted()).toEqual(
    ['/cdn/a/x.png', '/cdn/b/y.png?w=10&h=5', 'https://cdn.example.evil/cdn/z.png'].toSorted(),
  )
  expect(placed.files.map(({ name }) => name)).toEqual([
    'images/x-039058c6.png',
    'images/y-039058c6.png',
    expect.stringMatching(/^images\/z-[0-9a-f]{8}\.png$/),
  ])
  expect(placed.html).toStartWith(
    '<img src="images/x-039058c6.png"><img src="images/y-039058c6.png"><img src="images/z-',
  )
  expect(placed.warnings).toEqual([])
})

test('one image in several places is packed once, two of one name twice', async () => {
  const html = '<img src="/cdn/a/x.png"><td background="/cdn/a/x.png"><img src="/cdn/b/x.png">'
  const readImage = async (path: string) => ({ bytes: new TextEncoder().encode(path), mime: 'image/jpeg' })
  const { files } = await placeImages(html, 'zip', placing({}, { readImage }))
  expect(files.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^images\/x-[0-9a-f]{8}\.jpg$/),
    expect.stringMatching(/^images\/x-[0-9a-f]{8}\.jpg$/),
  ])
  expect(new Set(files.map(({ name }) => name)).size).toBe(2)
})

const bad: [address: string, because: string][] = [
  ['/cdn/missing.png', 'this service does not have it'],
  ['https://x.example/404.png', 'its host responded with 404'],
  ['https://x.example/page', 'not a PNG, JPEG, GIF or WebP'],
  ['https://x.example/huge.png', 'larger than 5 MiB'],
  ['https://x.example/private.png', 'an address that is not public'],
  ['https://slow.example/a.png', 'Nothing came within 10 s'],
  ['ftp://x.example/a.png', 'not an http or https URL'],
  ['images/relative.png', 'not an http or https URL'],
]
for (const [address, because] of bad) {
  test(`a grey picture stands for ${address}, and a warning says why; under strict that is refused`, async () => {
    const html = `<img src="${address}" width="40">`
    const { files, html: placed, warnings } = await placeImages(html, 'zip', placing())
    expect(placed).toBe('<img src="images/missing.png" width="40">')
    expect(files.map(({ name }) => name)).toEqual(['images/missing.png'])
    expect(warnings).toMatchObject([
      { code: 'IMAGE_NOT_PACKED', path: address, message: expect.stringContaining(because) },
    ])
    const data = await placeImages(html, 'data', placing())
    expect(data.html).toStartWith('<img src="data:image/png;base64,')
    expect(placeImages(html, 'zip', placing({ strict: true }))).rejects.toMatchObject({
      apiCode: 'EXPORT_IMAGE_MISSING',
      context: { issues: [{ path: address }] },
    })
  })
}

test('images of other hosts keep their address where the call says so, and ours are packed all the same', async () => {
  asked.length = 0
  const html = '<img src="https://x.example/a.png"><img src="/cdn/b.png">'
  const placed = await placeImages(html, 'zip', placing({ remote_images: 'keep', strict: true }))
  expect(placed.html).toBe('<img src="https://x.example/a.png"><img src="images/b-039058c6.png">')
  expect([asked, placed.warnings]).toEqual([['/cdn/b.png'], []])
})

test('a host that did not answer is not waited for again, and what several emails show is fetched once', async () => {
  asked.length = 0
  const collect = createCollector(source)
  await collect(['https://slow.example/a.png', 'https://x.example/a.png'])
  const again = await collect(['https://slow.example/b.png', 'https://x.example/a.png'])
  expect(asked.toSorted()).toEqual(['https://slow.example/a.png', 'https://x.example/a.png'])
  expect(again.get('https://slow.example/b.png')).toEqual({ missing: 'slow.example did not respond before' })
  expect(again.get('https://x.example/a.png')).toEqual({ bytes: realPng, mime: 'image/png' })
})

test('the pictures of one email are bounded together', async () => {
  const bytes = new Uint8Array(limits.exportImagesBytes / 2)
  const readImage = async () => ({ bytes, mime: 'image/png' })
  const found = await createCollector({ ...source, readImage })(['/cdn/1.png', '/cdn/2.png', '/cdn/3.png'])
  expect([...found.values()].filter((image) => 'bytes' in image)).toHaveLength(2)
  expect([...found.values()].find((image) => 'missing' in image)).toMatchObject({
    missing: expect.stringContaining('limited to 32 MiB'),
  })
})

test('merge tags in addresses are left to the mailing system', async () => {
  const html = '<img src="{{ product.image }}"><img src="https://x.example/{{ id }}.png">'
  expect(await placeImages(html, 'zip', placing())).toEqual({ html, files: [], warnings: [] })
})

test('names from hostile addresses are plain', async () => {
  const addresses = [
    '/cdn/..%2f..%2fetc',
    '/cdn/%D8%B9.png',
    '/cdn/a b\'c"d.png',
    `/cdn/${'x'.repeat(300)}.png`,
    '/cdn/',
    '/cdn/?/../x',
  ]
  const html = addresses.map((address) => `<img src="${address.replaceAll('"', '&quot;')}">`).join('')
  const { files } = await placeImages(html, 'zip', placing())
  for (const { name } of files) expect(name).toMatch(/^images\/[A-Za-z0-9_-]{1,60}-039058c6\.png$/)
})

test('more images than an export packs stay where they are', async () => {
  const html = Array.from({ length: limits.exportImages + 3 }, (_, index) => `<img src="/cdn/${index}.png">`).join('')
  const { files, warnings } = await placeImages(html, 'zip', placing())
  expect(files).toHaveLength(limits.exportImages)
  expect(warnings).toHaveLength(3)
})

test('images of a long page are found and led elsewhere in a thread, as they are at once in a short one', async () => {
  const html = '<td background="/cdn/a/x.png"><img src="/cdn/a/x.png" alt="A &amp; B">'
  const padding = `<p>${'Text. '.repeat(limits.renderInlineLength / 6)}</p>`
  inThreads.length = 0
  const short = await placeImages(html, 'zip', placing())
  expect(inThreads).toEqual([])
  const long = await placeImages(html + padding, 'zip', placing())
  expect(inThreads).toEqual(['listImages', 'rewriteImages'])
  expect(long).toEqual({ ...short, html: short.html + padding })
})

test('once the time for all of them is over, nothing more is fetched, and what we hold is packed all the same', async () => {
  const calledOff = {
    ...source,
    send: () => Promise.reject(new OutboundError('aborted', 'The request was called off.')),
  }
  const found = await createCollector(calledOff, AbortSignal.abort())(['https://x.example/a.png', '/cdn/b.png'])
  expect(found.get('https://x.example/a.png')).toEqual({
    missing: 'the time limit for the images of this email was exceeded',
  })
  expect(found.get('/cdn/b.png')).toEqual({ bytes: png, mime: 'image/png' })
})
