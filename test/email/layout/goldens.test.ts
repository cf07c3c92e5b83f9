/** Images that a person has inspected; UPDATE_GOLDEN=1 writes them anew. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import type { Medium } from '../../../src/email/layout/index.ts'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { orphans } from '../render/golden.ts'
import { paint, htmlOf } from '../../support/layout.ts'
import { differingShare } from '../../support/images.ts'

interface Golden {
  html: () => string
  medium: Medium
  width: number
}

const starter = (key: string) => () => htmlOf(starters.find((one) => one.key === key)?.document)

const scripts = `<body style="margin:0;padding:8px;font:16px/1.5 Arial"><div dir="rtl"><b>مرحبا بكم</b> في النشرة 123 و SVC Mail <a href="#">رابط</a><ul style="margin:0"><li>واحد</li></ul></div>
<div dir="rtl">שלום עולם, זה טקסט בעברית (בסוגריים) ועוד</div><div>नमस्ते, क्षत्रिय ज्ञान श्री</div><div>สวัสดีชาวโลก</div>
<div>Emoji 😀 🎉 👍 ✓ ★ ▶︎ → é ß</div></body>`

const boxes = `<body style="margin:0;font:14px/1.4 Georgia"><div style="height:40px;background:#eee url(https://cdn.example.com/cdn/starters/event-pattern.png)"></div>
<div style="margin:8px;border:4px solid #336;border-radius:12px;padding:8px;background:#def">Rounded <span style="background:#fd6;padding:2px 6px;border-radius:4px">inside</span></div>
<table width="100%" style="border-collapse:collapse"><tr><th style="border:1px solid #999">Head</th><th style="border:1px solid #999">Of</th></tr><tr><td style="border:1px solid #999">Cell</td><td align="right" style="border:1px solid #999">12.00</td></tr></table>
<hr style="border:0;border-top:3px dashed #c33"><p style="text-align:justify;margin:0 8px">Words that fill the line from one side to the other, as it is said, until the last.</p><div style="opacity:.5;background:#333;color:#fff">half</div></body>`

const goldens: Readonly<Record<string, Golden>> = {
  'welcome.png': { html: starter('welcome'), medium: { width: 640, scheme: 'light' }, width: 240 },
  'order-confirmation-phone-dark.png': {
    html: starter('order-confirmation'),
    medium: { width: 375, scheme: 'dark' },
    width: 188,
  },
  'scripts.png': { html: () => scripts, medium: { width: 320, scheme: 'light' }, width: 320 },
  'boxes.png': { html: () => boxes, medium: { width: 320, scheme: 'light' }, width: 320 },
}

const folder = join(import.meta.dir, '../../golden/layout')

for (const [name, { html, medium, width }] of Object.entries(goldens))
  test(`${name} equals its golden image`, async () => {
    const painted = await paint(html(), medium, width)
    const file = join(folder, name)
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, PNG.sync.write(painted))
    expect(existsSync(file), 'run with UPDATE_GOLDEN=1').toBe(true)
    // The painter rounds a little differently on other processors.
    expect(differingShare(painted, PNG.sync.read(readFileSync(file)))).toBeLessThan(0.005)
  })

test('every golden image is used', () => {
  expect(orphans('layout', Object.keys(goldens))).toEqual([])
})
