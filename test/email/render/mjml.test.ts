import { describe, expect, test } from 'bun:test'
import mjml2html from 'mjml'
import pixelmatch from 'pixelmatch'
import type { PNG } from 'pngjs'
import { hasChromium } from '../../support/chromium.ts'
import { closeAfterwards, shoot } from './chromium.ts'
import { blockTypes, readSample, renderEmail } from './compose.ts'
import { pairs } from './mjml-pairs.ts'

closeAfterwards()

describe.if(hasChromium)('beside MJML', () => {
  for (const [name, { document, mjml }] of Object.entries(pairs)) {
    const ours = () => renderEmail(readSample(document), blockTypes, { data: {}, outputs: ['html'] }).html ?? ''

    for (const width of [640, 375])
      test(`${name} is the same picture at ${width} px`, async () => {
        const [mine, theirs] = [await shoot(ours(), width), await shoot((await mjml2html(mjml)).html, width)]
        expect(mine.width).toBe(theirs.width)
        expect(share(mine, theirs)).toBeLessThanOrEqual(0.02)
      })

    test(`${name} has at most three fifths of its bytes`, async () => {
      const theirs = Buffer.byteLength((await mjml2html(mjml)).html)
      expect(Buffer.byteLength(ours()) / theirs).toBeLessThanOrEqual(0.6)
    })
  }
})

/** Share of pixels that differ; what only one of them has counts as different. */
function share(one: PNG, other: PNG): number {
  const height = Math.min(one.height, other.height)
  const cut = (png: PNG) => png.data.subarray(0, png.width * height * 4)
  const different = pixelmatch(cut(one), cut(other), undefined, one.width, height, { threshold: 0.1 })
  const beyond = Math.abs(one.height - other.height) * one.width
  return (different + beyond) / (one.width * Math.max(one.height, other.height))
}
