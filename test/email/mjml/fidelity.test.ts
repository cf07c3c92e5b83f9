import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import mjml2html from 'mjml'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { hasChromium } from '../../support/chromium.ts'
import { differingShare, launchBrowser, takeImage } from '../../support/images.ts'
import { read } from './read.ts'

const folder = join(import.meta.dir, '../../fixtures/mjml')
const names = readdirSync(folder).map((file) => basename(file, '.mjml'))
/** mjml shows these by other means: it opens and turns them by CSS, and knows no template tags. */
const otherwise = new Set(['questions', 'templated'])
const source = (name: string) => readFileSync(join(folder, `${name}.mjml`), 'utf8')

const launched = hasChromium ? launchBrowser() : undefined
afterAll(async () => (await launched)?.close())

describe('emails written in MJML', () => {
  test.each(names)('%s keeps every word, link and image', (name) => {
    expect(read(source(name)).report).toMatchObject({ words_kept: 1, links_kept: 1, images_kept: 1 })
  })

  test('consist almost entirely of native blocks', () => {
    const shares = names.map((name) => read(source(name)).report.native_share)
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.93)
  })
})

describe.if(hasChromium)('compared with mjml', () => {
  const compared = names.filter((name) => !otherwise.has(name))
  for (const [width, max, maxOfOne] of [
    [640, 0.01, 0.03],
    [375, 0.02, 0.05],
  ] as const)
    test(`the screenshots are equal at ${width} px`, async () => {
      const browser = await launched
      if (browser === undefined) return
      const shares = await Promise.all(
        compared.map(async (name) => {
          const ours = renderEmail(read(source(name)).document, blockTypes, {
            target: 'passthrough',
            outputs: ['html'],
          })
          const theirs = await mjml2html(source(name))
          const [mine, other] = [
            await takeImage(browser, ours.html ?? '', width),
            await takeImage(browser, theirs.html, width),
          ]
          return { name, share: differingShare(mine, other) }
        }),
      )
      expect(shares.filter(({ share }) => share > maxOfOne)).toEqual([])
      expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeLessThanOrEqual(max)
    })
})
