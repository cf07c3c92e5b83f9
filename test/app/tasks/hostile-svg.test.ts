/** SVGs that are made to exhaust anyone who renders them: bounded, told, and without harm to the next. */
import { describe, expect, test } from 'bun:test'
import { inspectImage } from '../../../src/app/tasks/inspect-image.ts'
import type { ImageFacts } from '../../../src/email/image/index.ts'
import { TaskTimeout, createWorkers } from '../../../src/platform/jobs/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { workerEntry } from '../../support/service.ts'
import { seen } from '../../email/image/images.ts'
import { serviceWork } from '../../../src/platform/scheduling/index.ts'

const svg = (inside: string, size = 'width="100" height="100"') =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  )

const pool = createWorkers({ entry: workerEntry, size: 1 })
cleanUp(() => pool.close())
const workers = pool.forCaller(serviceWork)

const inspect = (bytes: Uint8Array, ms = 20_000) =>
  workers.runWithin<{ facts: ImageFacts } | { problem: string }>(ms, 'inspectImage', { bytes, format: 'svg' })

function nested(depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, level) => `<g id="a${level + 1}">${`<use xlink:href="#a${level}"/>`.repeat(10)}</g>`,
  )
  return `<defs><rect id="a0" width="9" height="9"/>${levels.join('')}</defs><use xlink:href="#a${depth}"/>`
}

const blur =
  '<filter id="f" x="-1000%" y="-1000%" width="99999%" height="99999%"><feGaussianBlur stdDeviation="99999"/></filter><rect width="100" height="100" filter="url(#f)"/>'

describe('is refused with a sentence', () => {
  const cases: [string, Uint8Array][] = [
    ['a million copies of copies', svg(nested(8))],
    ['elements far too deep in each other', svg('<g>'.repeat(50_000) + '</g>'.repeat(50_000))],
    ['a line instead of a picture', svg('', 'width="1000000000" height="1"')],
    ['entities that grow', new TextEncoder().encode('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>')],
    ['no SVG', svg('<rect')],
  ]
  test.each(cases)('%s', async (_, bytes) => {
    expect(await inspectImage({ bytes, format: 'svg' })).toEqual({
      problem: expect.stringMatching(/^The SVG .+/) as string,
    })
  })
})

test('a filter that asks for gigabytes is stopped, and the next picture is drawn all the same', async () => {
  const hostile = svg(blur)
  const facts = {
    format: 'svg',
    width: 100,
    height: 100,
    orientation: 1,
    frames: 1,
    hasAlpha: true,
    color: 'rgb',
    depth: 8,
    end: 0,
  }
  const options = { width: 2000, format: 'png', quality: 80 }
  for (let round = 0; round < 2; round++) {
    await inspect(hostile).catch(() => undefined)
    const work = workers.runWithin(20_000, 'transformImage', { bytes: hostile, facts, options })
    await work.catch((error: unknown) => expect(String(error)).toContain('too large or too deep'))
    expect(await inspect(svg('<rect width="9" height="9"/>'))).toHaveProperty('facts')
  }
  expect(process.memoryUsage.rss()).toBeLessThan(1_500_000_000)
})

test('one without end is ended, and the next picture is drawn all the same', async () => {
  const endless = svg(
    '<filter id="f"><feTurbulence numOctaves="1000000" baseFrequency="0.9"/></filter><rect width="100" height="100" filter="url(#f)"/>',
  )
  await expect(inspect(endless, 300)).rejects.toBeInstanceOf(TaskTimeout)
  expect(await inspect(svg('<rect width="9" height="9"/>'))).toHaveProperty('facts')
})

test('pictures are drawn to the pixel whatever is asked: cut, stretched, laid on a sheet', async () => {
  const halves = svg('<rect width="50" height="100" fill="#f00"/><rect x="50" width="50" height="100" fill="#00f"/>')
  const inspected = await inspect(halves)
  if ('problem' in inspected) throw new Error(inspected.problem)
  const render = async (options: object) => {
    const asked = { format: 'png', quality: 80, ...options }
    const bytes = await workers.runWithin<Uint8Array>(20_000, 'transformImage', {
      bytes: halves,
      facts: inspected.facts,
      options: asked,
    })
    return seen(bytes)
  }
  const [red, blue] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ]
  const right = await render({ crop: { x: 50, y: 0, width: 50, height: 100 }, width: 200 })
  expect([right.width, right.height, right.at(2, 2)]).toEqual([200, 400, blue])
  const wide = await render({ width: 300, height: 60, fit: 'fill' })
  expect([wide.width, wide.height, wide.at(10, 10), wide.at(290, 50)]).toEqual([300, 60, red, blue])
  const cover = await render({ width: 40, height: 80, fit: 'cover', gravity: 'west' })
  expect([cover.width, cover.height, cover.at(20, 40)]).toEqual([40, 80, red])
  const padded = await render({ width: 90, height: 30, fit: 'pad', background: [0, 255, 0] })
  expect([padded.width, padded.at(2, 2), padded.at(35, 15), padded.at(55, 15)]).toEqual([
    90,
    [0, 255, 0, 255],
    red,
    blue,
  ])
  const stretchedPart = await render({
    crop: { x: 0, y: 0, width: 50, height: 100 },
    width: 90,
    height: 20,
    fit: 'fill',
  })
  expect([stretchedPart.width, stretchedPart.height, stretchedPart.at(80, 10)]).toEqual([90, 20, red])
  const huge = await render({ width: 4096 })
  expect(huge.width * huge.height).toBeLessThan(8_500_000)
})
