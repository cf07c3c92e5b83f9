/** Images as they come out: sizes, pixels beside those of another program, transparency, color. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { imageCodec } from '../../../src/app/image-codec.ts'
import { type TransformOptions, fits, probeImage, transformImage, typeOfFile } from '../../../src/email/image/index.ts'
import { planTransform } from '../../../src/email/image/transform/plan.ts'
import { besideSharp, sharedCases } from '../../support/beside-sharp.ts'
import { ssim } from '../../support/ssim.ts'
import { animation, bytesOf, difference, disc, photo, quarters, seen } from './images.ts'

async function transform(bytes: Uint8Array, asked: Partial<TransformOptions>): Promise<Uint8Array> {
  const { image } = typeOfFile(bytes)
  const probed = probeImage(bytes, image ?? 'png')
  if ('problem' in probed) throw new Error(probed.problem)
  const options: TransformOptions = { format: 'png', quality: 90, ...asked }
  const made = await transformImage(bytes, probed.facts, { options, codec: imageCodec })
  if (made === undefined) throw new Error('outside')
  return made
}

const starters = join(import.meta.dir, '../../../src/surfaces/templates/starters/images')

// Enlargements are not compared: sharp shifts them by up to half a pixel.
test.each(['cart-hero.jpg', 'order-mug.png', 'newsletter-path.png'])('%s is like sharp makes it', async (name) => {
  const bytes = await Bun.file(join(starters, name)).bytes()
  const names = ['64 px wide', '97 px high', 'half', 'square, cover', '180 × 240, fill', '220 × 140, inside']
  for (const shared of sharedCases.filter((each) => names.includes(each.name))) {
    const made = await besideSharp(bytes, shared, 'png')
    expect(made && (await ssim(made.ours, made.theirs)), shared.name).toBeGreaterThan(0.95)
  }
})

test('a cover that hardly enlarges shows exactly the middle of the whole enlarged image', async () => {
  const lines = Array.from({ length: 90 }, (_, at) => `<path d="M${at * 4.27} 0l9 191" stroke="#000"/>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="191"><rect width="384" height="191" fill="#fff"/>${lines}</svg>`
  const text = await bytesOf(sharp(Buffer.from(svg)).flatten().png())
  const whole = sharp(await transform(text, { width: 402, height: 200, fit: 'fill' }))
  const middle = await bytesOf(whole.extract({ left: 101, top: 0, width: 200, height: 200 }).png())
  expect(await ssim(await transform(text, { width: 200, height: 200, fit: 'cover' }), middle)).toBeGreaterThan(0.999)
})

describe('pixels are those of sharp', () => {
  const cases: [string, Partial<TransformOptions>, (original: Sharp) => Sharp][] = [
    ['half the width', { width: 100 }, (p) => p.resize(100)],
    ['a smaller height', { height: 33 }, (p) => p.resize({ height: 33 })],
    ['enlarged', { width: 500 }, (p) => p.resize(500)],
    ['filled', { width: 90, height: 90, fit: 'fill' }, (p) => p.resize(90, 90, { fit: 'fill' })],
    ['covered', { width: 90, height: 90, fit: 'cover' }, (p) => p.resize(90, 90, { fit: 'cover' })],
    [
      'covered, to the east',
      { width: 90, height: 90, fit: 'cover', gravity: 'east' },
      (p) => p.resize(90, 90, { fit: 'cover', position: 'east' }),
    ],
    [
      'padded',
      { width: 90, height: 90, fit: 'pad', background: [10, 200, 30] },
      (p) => p.resize(90, 90, { fit: 'contain', background: { r: 10, g: 200, b: 30 } }),
    ],
    [
      'cropped',
      { crop: { x: 30, y: 20, width: 80, height: 40 } },
      (p) => p.extract({ left: 30, top: 20, width: 80, height: 40 }),
    ],
    [
      'cropped and shrunk',
      { crop: { x: 20, y: 20, width: 120, height: 80 }, width: 60 },
      (p) => p.extract({ left: 20, top: 20, width: 120, height: 80 }).resize(60),
    ],
    [
      'cropped and enlarged',
      { crop: { x: 20, y: 20, width: 40, height: 20 }, width: 120 },
      (p) => p.extract({ left: 20, top: 20, width: 40, height: 20 }).resize(120),
    ],
  ]
  test.each(cases)('%s', async (_, asked, theirs) => {
    for (const original of [await bytesOf(photo().png()), await bytesOf(photo().jpeg({ quality: 95 }))]) {
      const expected = await bytesOf(theirs(sharp(original)).png())
      expect(await difference(await transform(original, asked), expected)).toBeLessThan(2)
    }
  })

  test.each(['jpeg', 'webp', 'png'] as const)('as %s', async (format) => {
    const original = await bytesOf(photo().png())
    const made = await transform(original, { width: 100, format })
    expect((await sharp(made).metadata()).format).toBe(format)
    expect(await difference(made, await bytesOf(sharp(original).resize(100).png()))).toBeLessThan(3)
  })
})

/** Sizes of which one side is far longer, as infographics and gradients of one pixel have them. */
const extremes = [
  [10, 4000],
  [1, 300],
  [2, 600],
  [3, 4000],
  [5000, 1],
  [1, 16_000],
] as const
const boxes = [
  { width: 600, height: 100 },
  { width: 200, height: 200 },
  { width: 30, height: 900 },
] as const

describe.each([...extremes])('an image of %p × %p', (width, height) => {
  const sources = async () => [
    await bytesOf(photo(width, height).png()),
    await bytesOf(photo(width, height).ensureAlpha(0.5).png()),
    await bytesOf(photo(width, height).jpeg({ quality: 95 })),
  ]

  test.each(fits.flatMap((fit) => (['jpeg', 'webp', 'png'] as const).map((format) => [fit, format] as const)))(
    'has the planned size with %s as %s',
    async (fit, format) => {
      for (const original of await sources())
        for (const box of [...boxes, { width: 600 }, { height: 100 }]) {
          const plan = planTransform({ width, height }, { ...box, fit, format, quality: 80 })
          const made = await sharp(await transform(original, { ...box, fit, format })).metadata()
          const planned = plan?.sheet ?? plan?.window
          expect([made.format, made.width, made.height]).toEqual([format, planned?.width ?? 0, planned?.height ?? 0])
        }
    },
  )

  test.each([...boxes])('covers %p with the pixels of sharp', async (box) => {
    for (const original of await sources()) {
      const expected = await bytesOf(
        sharp(original)
          .resize({ ...box, fit: 'cover' })
          .png(),
      )
      expect(await difference(await transform(original, { ...box, fit: 'cover' }), expected)).toBeLessThan(4)
    }
  })
})

// The narrowest and the lowest: what the largest result costs does not depend on the image.
test.each([
  [1, 16_000],
  [5000, 1],
])('an image of %p × %p covers the largest result', async (width, height) => {
  const asked = { width: 4096, height: 4096, fit: 'cover', format: 'webp' } as const
  const made = await sharp(await transform(await bytesOf(photo(width, height).png()), asked)).metadata()
  expect([made.width, made.height]).toEqual([4096, 4096])
})

describe('transparency', () => {
  test('edges have no color of transparent pixels', async () => {
    for (const original of [await bytesOf(disc().png()), await bytesOf(disc().webp({ lossless: true }))]) {
      const { data } = await seen(await transform(original, { width: 50 }))
      const soft = Array.from({ length: data.length / 4 }, (_, i) => i * 4).filter(
        (i) => (data[i + 3] ?? 0) > 30 && (data[i + 3] ?? 0) < 225,
      )
      expect(soft.length).toBeGreaterThan(20)
      for (const i of soft) expect(data[i] ?? 0).toBeGreaterThan(248)
    }
  })

  test('is composited on white in JPEG, or on the requested background', async () => {
    const original = await bytesOf(disc().png())
    const plain = await seen(await transform(original, { width: 50, format: 'jpeg' }))
    const [red = 0, green = 0, blue = 0] = plain.at(1, 1)
    expect(Math.min(red, green, blue)).toBeGreaterThan(250)
    const green_ = await seen(await transform(original, { width: 50, format: 'jpeg', background: [0, 128, 0] }))
    expect(green_.at(1, 1)[1]).toBeWithin(120, 136)
    // The red of yellow over white is full everywhere: a channel that overflows would be a dark speck.
    const { data } = await seen(await transform(original, { width: 77, background: [255, 255, 255] }))
    expect(Math.min(...data.filter((_, i) => i % 4 === 0))).toBeGreaterThan(248)
    const full = await seen(await transform(original, { format: 'jpeg' }))
    expect(full.at(1, 1)[0]).toBeGreaterThan(250)
    expect(full.at(100, 100)[2]).toBeLessThan(10)
  })

  test('is filled by a background in any format, and kept without one', async () => {
    const original = await bytesOf(disc().png())
    expect((await seen(await transform(original, { width: 50, background: [1, 2, 3] }))).at(0, 0)).toEqual([
      1, 2, 3, 255,
    ])
    const padded = await seen(await transform(await bytesOf(photo().png()), { width: 90, height: 90, fit: 'pad' }))
    expect([padded.at(45, 0)[3], padded.at(45, 45)[3]]).toEqual([0, 255])
  })

  test('is kept by a palette', async () => {
    const made = await transform(await bytesOf(disc().png()), { width: 60, isPalette: true })
    expect(probeImage(made, 'png')).toMatchObject({ facts: { color: 'palette', hasAlpha: true } })
    const { at } = await seen(made)
    expect([at(0, 0)[3], at(30, 30)[3]]).toEqual([0, 255])
  })
})

describe('a camera image', () => {
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((each) => [
    [each, 'jpeg'] as const,
    // Programs that make a PNG of a photo hand its EXIF on, and browsers apply it.
    [each, 'png'] as const,
  ])
  test.each(orientations)('is upright whatever its orientation: %p, %s', async (orientation, format) => {
    const turned = await bytesOf(quarters().withMetadata({ orientation }).toFormat(format, { quality: 100 }))
    const upright = await bytesOf(sharp(turned).autoOrient().resize(20).png())
    const made = await transform(turned, { width: 20 })
    expect(await difference(made, upright)).toBeLessThan(8)
    const { exif, orientation: left } = await sharp(made).metadata()
    expect([exif, left]).toEqual([undefined, undefined])
    const cut = { crop: { x: 0, y: 0, width: 10, height: 10 } }
    const corner = await bytesOf(
      sharp(await bytesOf(sharp(turned).autoOrient().png()))
        .extract({ left: 0, top: 0, width: 10, height: 10 })
        .png(),
    )
    expect(await difference(await transform(turned, cut), corner)).toBeLessThan(8)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('keeps its color profile as %s, cropped or not', async (format) => {
    const wide = await bytesOf(photo().withIccProfile('p3').jpeg())
    const { icc } = await sharp(wide).metadata()
    for (const asked of [{ width: 50 }, { width: 50, height: 50, fit: 'cover' as const }])
      expect((await sharp(await transform(wide, { ...asked, format })).metadata()).icc?.length).toBe(icc?.length ?? 0)
  })

  test('in CMYK, 16 bits or grayscale is read too', async () => {
    const original = photo()
    const strange = {
      cmyk: await bytesOf(original.clone().toColourspace('cmyk').jpeg()),
      deep: await bytesOf(original.clone().toColourspace('rgb16').png()),
      grey: await bytesOf(original.clone().grayscale().jpeg()),
      palette: await bytesOf(original.clone().png({ palette: true })),
    }
    for (const [name, bytes] of Object.entries(strange)) {
      const made = await transform(bytes, { width: 50, height: 50, fit: 'cover' })
      expect(await seen(made), name).toMatchObject({ width: 50, height: 50 })
    }
    const plain = await bytesOf(original.clone().resize(50).png())
    expect(await difference(await transform(strange.deep, { width: 50 }), plain)).toBeLessThan(2)
  })
})

test('of an animated GIF the first frame is used', async () => {
  const made = await transform(await animation('gif', 4), { width: 10, format: 'jpeg' })
  expect(await seen(made)).toMatchObject({ width: 10, height: 5 })
})

test('a crop outside of the image is reported, and unreadable input is rejected', async () => {
  const original = await bytesOf(photo().png())
  await expect(transform(original, { crop: { x: 500, y: 0, width: 9, height: 9 } })).rejects.toThrow('outside')
  const broken = original.slice()
  broken.fill(7, 60, broken.length - 60)
  await expect(transform(broken, { width: 10 })).rejects.toThrow()
})
