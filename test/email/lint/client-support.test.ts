import { describe, expect, test } from 'bun:test'
import { clientSupportTable } from '../../../scripts/client-support.ts'
import { sheetFeatures } from '../../../src/email/lint/client-support/css-features.ts'
import { fallbacks } from '../../../src/email/lint/client-support/evaluate.ts'
import { imageFeature } from '../../../src/email/lint/client-support/html-features.ts'
import { knownFeatures, supportOf } from '../../../src/email/lint/client-support/support.ts'
import { scanCss } from '../../../src/email/lint/page/scan-css.ts'
import { email, findingsOf, html } from './email.ts'

const featuresOf = (css: string) => {
  const found = new Set<string>()
  sheetFeatures(scanCss(css), (slug) => {
    if (supportOf(slug) !== undefined) found.add(slug)
  })
  return [...found]
}

describe('client support', () => {
  test('equals the data of the package; bun scripts/client-support.ts updates it', async () => {
    const path = `${import.meta.dir}/../../../src/email/lint/client-support/table.ts`
    expect(await Bun.file(path).text()).toBe(await clientSupportTable())
  })
  test('has clients and their market share', () => {
    const grid = supportOf('css-display-grid')
    expect(grid?.lacking).toContain('Outlook (Windows)')
    expect(supportOf('css-position')?.lackingShare).toBeGreaterThan(25)
    expect(supportOf('html-img')?.lacking).toEqual([])
    expect(supportOf('unheard')).toBeUndefined()
  })
  test('ignores features with a fallback, and every fallback is a known feature', () => {
    expect([...fallbacks.keys()].filter((slug) => !knownFeatures().includes(slug))).toEqual([])
    expect(
      findingsOf('client-support.uneven', email({ more: [html('<p style="border-radius:4px">Bread</p>')] })),
    ).toEqual([])
  })
  test.each([
    ['.a{display:grid;gap:4px}', ['css-display-grid', 'css-gap']],
    [
      '.a > .b + .c{width:calc(100% - 4px)}',
      ['css-selector-adjacent-sibling', 'css-selector-child', 'css-width', 'css-unit-calc'],
    ],
    [
      '@supports (display:grid){.a:hover{color:var(--x)}}',
      ['css-at-supports', 'css-pseudo-class-hover', 'css-variables'],
    ],
    ['a{b{color:red}}', ['css-nesting']],
    ['@import url(x.css);', ['css-at-import']],
    ['.a{background:url("calc(.png")}', ['css-background']],
    [
      '@media (orientation:landscape){.a::before{content:"1vw"}}',
      ['css-at-media', 'css-at-media-orientation', 'css-pseudo-element-before'],
    ],
  ])('%s uses %p', (css, expected) => {
    expect(featuresOf(css)).toEqual(expected)
  })
  test.each([
    ['https://example.com/a.webp?w=2', undefined, 'image-webp'],
    ['https://example.com/a.JPEG', undefined, 'image-jpg'],
    ['data:image/png;base64,AA', undefined, 'image-base64'],
    ['/cdn/x/a', 'image/svg+xml', 'image-svg'],
    ['https://example.com/', undefined, undefined],
  ])('%s is %p %p', (address, mime, slug) => {
    expect(imageFeature(address, mime)).toBe(slug)
  })
})
