/** What a PDF shows, painted by poppler, beside what the same display list is as an image. */
import { describe, expect, test } from 'bun:test'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { gradients } from '../../support/gradients.ts'
import { paint, htmlOf } from '../../support/layout.ts'
import { hasPoppler, pdfOf, imageOf } from '../../support/pdf.ts'
import { differingShare } from '../../support/images.ts'
import { bytesOf, disc } from '../image/images.ts'

const boxes = `<body style="margin:0;font:14px/1.4 Georgia"><div style="margin:8px;border:4px solid #336;border-radius:12px;padding:8px;background:#def">Rounded <span style="background:#fd6;padding:2px 6px;border-radius:4px">inside</span></div>
<div style="margin:8px;border:3px double #c00;border-radius:9px;padding:4px">double</div><div style="margin:8px;border:2px dashed #00c;border-left:8px solid #888;padding:4px">sides</div>
<div style="opacity:.5;background:#333;color:#fff">half <b>seen</b></div><div style="overflow:hidden;border-radius:30px;background:#9c9"><div style="background:#369;height:60px">clipped</div></div>
<p style="background:#00000040;margin:0"><u>under</u> and <s>through</s></p><p dir="rtl">مرحبا <b>بكم</b> في النشرة</p></body>`

describe.skipIf(!hasPoppler)('a PDF shows', () => {
  // Each in one scheme: another one changes the colors of the same display list.
  for (const [at, { key, document }] of starters.entries()) {
    const scheme = at % 2 === 0 ? 'light' : 'dark'
    test(`${key} like its image, ${scheme}`, async () => {
      const [html, medium] = [htmlOf(document), { width: 640, scheme } as const]
      const [ours, image] = [await imageOf((await pdfOf(html, { medium })).bytes, 640), await paint(html, medium)]
      expect(differingShare(ours, image)).toBeLessThan(0.03)
    })
  }

  test('borders, corners, clips and transparency', async () => {
    const medium = { width: 320, scheme: 'light' } as const
    const { bytes } = await pdfOf(boxes, { medium })
    expect(differingShare(await imageOf(bytes, 320), await paint(boxes, medium))).toBeLessThan(0.03)
  })

  test('gradients', async () => {
    const medium = { width: 320, scheme: 'light' } as const
    const html = `<body style="margin:0">${gradients.map((style) => `<div style="height:60px;${style}"></div>`).join('')}</body>`
    const { bytes } = await pdfOf(html, { medium })
    expect(differingShare(await imageOf(bytes, 320), await paint(html, medium))).toBeLessThan(0.02)
  })

  test('no dark edge around transparent images, at any size', async () => {
    const src = 'https://example.com/disc.png'
    const html = `<body style="margin:0"><img src="${src}" width="100" height="100" style="display:block"></body>`
    const images = [{ src, bytes: await bytesOf(disc(200)) }]
    const { bytes } = await pdfOf(html, { medium: { width: 100, scheme: 'light' }, images })
    // Yellow on white, mixed as they may be: red and green stay high everywhere.
    for (const width of [31, 63, 75, 150]) {
      const { data } = await imageOf(bytes, width)
      const darkest = data.reduce((min, one, at) => (at % 4 < 2 ? Math.min(min, one) : min), 255)
      expect(darkest).toBeGreaterThan(195)
    }
  })
})
