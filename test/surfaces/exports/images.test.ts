import { expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { placeImages } from '../../../src/surfaces/exports/making/images.ts'

const cdnUrl = 'https://cdn.example'
const png = new Uint8Array([1, 2, 3])
const asked: string[] = []
const source = {
  cdnUrl,
  async readImage(path: string) {
    asked.push(path)
    return path.includes('missing') ? undefined : { bytes: png, mime: 'image/png' }
  },
}

test('our images are known by their path or by the address of the CDN host, and read by their path', async () => {
  asked.length = 0
  const html = `<img src="/cdn/a/x.png"><img src="${cdnUrl}/cdn/b/y.png?w=10&amp;h=5"><img src="https://cdn.example.evil/cdn/z.png">`
  const placed = await placeImages(html, 'zip', source)
  expect(asked).toEqual(['/cdn/a/x.png', '/cdn/b/y.png?w=10&h=5'])
  expect(placed.files.map(({ name }) => name)).toEqual(['images/x-039058c6.png', 'images/y-039058c6.png'])
  expect(placed.html).toBe(
    '<img src="images/x-039058c6.png"><img src="images/y-039058c6.png"><img src="https://cdn.example.evil/cdn/z.png">',
  )
  expect(placed.warnings).toMatchObject([{ code: 'IMAGE_NOT_PACKED', path: 'https://cdn.example.evil/cdn/z.png' }])
})

test('one image in several places is packed once, two of one name twice', async () => {
  const html = '<img src="/cdn/a/x.png"><td background="/cdn/a/x.png"><img src="/cdn/b/x.png">'
  const { files } = await placeImages(html, 'zip', {
    cdnUrl,
    readImage: async (path) => ({ bytes: new TextEncoder().encode(path), mime: 'image/jpeg' }),
  })
  expect(files.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^images\/x-[0-9a-f]{8}\.jpg$/),
    expect.stringMatching(/^images\/x-[0-9a-f]{8}\.jpg$/),
  ])
  expect(new Set(files.map(({ name }) => name)).size).toBe(2)
})

test('an image that cannot be had keeps an address that works, with a warning', async () => {
  const { html, warnings } = await placeImages('<img src="/cdn/missing.png">', 'data', source)
  expect(html).toBe(`<img src="${cdnUrl}/cdn/missing.png">`)
  expect(warnings).toMatchObject([{ path: '/cdn/missing.png', message: expect.stringContaining('does not hold') }])
})

test('merge tags in addresses are left to the mailing system', async () => {
  const html = '<img src="{{ product.image }}"><img src="https://x.example/{{ id }}.png">'
  expect(await placeImages(html, 'zip', source)).toEqual({ html, files: [], warnings: [] })
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
  const { files } = await placeImages(html, 'zip', source)
  for (const { name } of files) expect(name).toMatch(/^images\/[A-Za-z0-9_-]{1,60}-039058c6\.png$/)
})

test('more images than an export packs stay where they are', async () => {
  const html = Array.from({ length: limits.exportImages + 3 }, (_, index) => `<img src="/cdn/${index}.png">`).join('')
  const { files, warnings } = await placeImages(html, 'zip', source)
  expect(files).toHaveLength(limits.exportImages)
  expect(warnings).toHaveLength(3)
})
