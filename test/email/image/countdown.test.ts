import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { renderCountdownTask } from '../../../src/app/tasks/render-countdown.ts'
import type { Color, CountdownStyle } from '../../../src/email/image/index.ts'
import { numbersOf } from '../../../src/email/image/countdown/countdown.ts'
import { writeGif } from '../../../src/email/image/countdown/write-gif.ts'

const grey = Array.from({ length: 64 }, (_, shade): Color => [shade * 4, shade * 4, shade * 4])

/** What each image of an animation shows, as another program reads it. */
async function framesOf(gif: Uint8Array) {
  const { pages = 1, pageHeight, height, width, delay = [], loop } = await sharp(gif, { animated: true }).metadata()
  const frames: Uint8Array[] = []
  for (let page = 0; page < pages; page++) frames.push(await sharp(gif, { page }).ensureAlpha().raw().toBuffer())
  return { frames, delay, loop, width, height: pageHeight ?? height }
}

describe('a GIF', () => {
  test('decodes to the pixels it was encoded from', async () => {
    const side = fc.integer({ min: 1, max: 40 })
    const image = fc.tuple(side, side, fc.integer({ min: 1, max: 3 })).chain(([width, height, count]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        // Runs, so that codes grow long, and noise, so that the table fills.
        frames: fc.array(
          fc.oneof(
            fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 62 }),
            fc.integer({ min: 0, max: 62 }).map((shade) => new Uint8Array(width * height).fill(shade)),
          ),
          { minLength: count, maxLength: count },
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(image, async ({ width, height, frames }) => {
        const animation = frames.map((indexes) => ({ indexes, milliseconds: 500 }))
        const seen = await framesOf(writeGif({ width, height, palette: grey, transparent: 63, frames: animation }))
        expect([seen.width, seen.height]).toEqual([width, height])
        for (const [at, frame] of seen.frames.entries())
          expect(
            Array.from(
              frame.filter((_, i) => i % 4 === 0),
              (value) => value / 4,
            ),
          ).toEqual([...(frames[at] ?? [])])
      }),
      { numRuns: 60 },
    )
  })

  test('of a large noisy image resets the code table many times', async () => {
    const [width, height] = [300, 200]
    let seed = 1
    const indexes = Uint8Array.from({ length: width * height }, () => (seed = (seed * 48_271) % 2_147_483_647) % 63)
    const gif = writeGif({ width, height, palette: grey, transparent: 63, frames: [{ indexes, milliseconds: 10 }] })
    const { frames } = await framesOf(gif)
    expect(Array.from(frames[0]?.filter((_, i) => i % 4 === 0) ?? [], (value) => value / 4)).toEqual([...indexes])
  })
})

const look: CountdownStyle = {
  labels: ['Days', 'Hours', 'Minutes', 'Seconds'],
  color: [255, 255, 255],
  background: [0, 0, 128],
  size: 20,
  expired: 'Over <& done>',
}
const nowMs = Date.parse('2027-01-15T00:00:00Z')
const render = (left: number, more: Partial<CountdownStyle> = {}) =>
  renderCountdownTask({ look: { ...look, ...more }, untilMs: nowMs + left * 1000, nowMs })

describe('a countdown', () => {
  test('runs for a minute, one frame per second, and then stops', async () => {
    const gif = await render(3 * 86_400)
    const { frames, delay, loop, width } = await framesOf(gif)
    expect([frames.length, width]).toEqual([60, 20 * 24])
    expect(new Set(delay)).toEqual(new Set([1000]))
    expect(loop ?? 1).toBe(1)
    expect(gif.length).toBeLessThan(40_000)
    expect(new Set(frames.map((frame) => Bun.hash(frame))).size).toBe(60)
  })

  test('ends with its last frame at the deadline', async () => {
    const { frames } = await framesOf(await render(5))
    expect(frames).toHaveLength(6)
    const over = await framesOf(await render(-1))
    expect(over.frames).toHaveLength(1)
    expect(Buffer.from(frames[5] ?? []).equals(Buffer.from(over.frames[0] ?? []))).toBe(true)
  })

  test('without seconds has one frame for each minute', async () => {
    const { frames, delay, width } = await framesOf(await render(86_430, { labels: ['D', 'H', 'M'] }))
    expect([frames.length, width]).toEqual([2, 20 * 18])
    expect(delay[0]).toBe(31_000)
  })

  test('is transparent outside its rounded corners', async () => {
    const { frames, width } = await framesOf(await render(500))
    const alpha = (x: number, y: number) => frames[0]?.[(y * width + x) * 4 + 3]
    expect([alpha(0, 0), alpha(20, 20), alpha(width - 1, 0)]).toEqual([0, 255, 0])
  })

  test('accepts any labels', async () => {
    for (const word of ['', '<script>', '&amp;', '漢字', '\u0000\uFFFF', 'x'.repeat(40)])
      expect((await render(100, { labels: [word, word], expired: word })).length).toBeGreaterThan(100)
  })

  test('shows the remaining time', () => {
    expect(numbersOf(0, 4)).toEqual(['00', '00', '00', '00'])
    expect(numbersOf(90_061, 4)).toEqual(['01', '01', '01', '01'])
    expect(numbersOf(86_399, 3)).toEqual(['00', '23', '59'])
    expect(numbersOf(1166 * 86_400, 1)).toEqual(['1166'])
    expect(numbersOf(1e9, 1)).toEqual(['9999'])
  })
})
