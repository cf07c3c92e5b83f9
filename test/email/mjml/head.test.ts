import { describe, expect, test } from 'bun:test'
import { blockOf, blocksOf, inColumn, read } from './read.ts'

const attributes = (inside: string) => `<mj-attributes>${inside}</mj-attributes>`

describe('attributes from the head', () => {
  test.each<[string, string, string, object]>([
    ['mj-all', attributes('<mj-all padding="0" font-size="18px" />'), '<mj-text>x</mj-text>', {}],
    [
      'a tag over mj-all',
      attributes('<mj-all padding="3px" /><mj-text padding="4px" />'),
      '<mj-text>x</mj-text>',
      { padding: [4, 4, 4, 4] },
    ],
    [
      'a class over a tag',
      attributes('<mj-text padding="4px" /><mj-class name="a" padding="5px" />'),
      '<mj-text mj-class="a">x</mj-text>',
      { padding: [5, 5, 5, 5] },
    ],
    [
      'the later of two classes',
      attributes('<mj-class name="a" color="#111111" padding="0" /><mj-class name="b" color="#222222" />'),
      '<mj-text mj-class="a b">x</mj-text>',
      { color: '#222222' },
    ],
    [
      'the element over all',
      attributes('<mj-all padding="1px" /><mj-class name="a" padding="2px" />'),
      '<mj-text mj-class="a" padding="0">x</mj-text>',
      {},
    ],
    [
      'an unknown class',
      attributes('<mj-text padding="0" />'),
      '<mj-text mj-class="constructor __proto__">x</mj-text>',
      {},
    ],
  ])('%s', (_, head, component, style) => {
    expect(blockOf(component, head)['style'] ?? {}).toEqual(style)
  })

  test('a class of a parent applies attributes to its children', () => {
    const head = attributes('<mj-class name="a"><mj-text padding="9px" /></mj-class>')
    const { document } = read(
      `<mjml><mj-head>${head}</mj-head><mj-body><mj-section mj-class="a"><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>`,
    )
    expect(blocksOf(document)[0]?.style).toEqual({ padding: [9, 9, 9, 9] })
  })

  test('styles common to all texts and buttons become the theme', () => {
    const { theme } = read(
      inColumn(
        '',
        attributes(
          '<mj-text font-size="17px" line-height="1.5" color="#234" font-family="Georgia, serif" /><mj-button color="#fed" />',
        ),
      ),
    ).document
    expect(theme.text).toEqual({ font: 'Georgia, serif', size: 17, lineHeight: 1.5, color: '#234' })
    expect(theme.button).toMatchObject({ color: '#fed', weight: 400, size: 13 })
    expect(theme.link).toEqual({ color: '#0000ee', underline: true })
  })
})

describe('the rest of the head', () => {
  test('title, preview, breakpoint, language and direction', () => {
    const { meta, body } = read(
      '<mjml lang="ar" dir="rtl"><mj-head><mj-title> A &amp;\n B</mj-title><mj-preview>P</mj-preview><mj-breakpoint width="320px" /></mj-head><mj-body width="640px" background-color="beige"></mj-body></mjml>',
    ).document
    expect(meta).toEqual({ title: 'A & B', lang: 'ar', dir: 'rtl', preheader: 'P' })
    expect(body).toEqual({ width: 640, breakpoint: 320, background: '#f5f5dc' })
  })

  test('web fonts become theme fonts, also those that mjml loads by default', () => {
    const font = '<mj-font name="Inter" href="https://fonts.example/css2?family=Inter:wght@400;700" />'
    const { document } = read(
      inColumn(
        '<mj-text font-family="Inter, Arial">a</mj-text><mj-text font-family="Roboto, sans-serif">b</mj-text>',
        font,
      ),
    )
    expect(document.theme.fonts).toMatchObject({
      ubuntu: { family: 'Ubuntu', fallback: 'Helvetica, Arial, sans-serif' },
      inter: { family: 'Inter', fallback: 'Arial', href: 'https://fonts.example/css2?family=Inter:wght@400%3B700' },
      roboto: { family: 'Roboto', fallback: 'sans-serif' },
    })
    expect(blocksOf(document)[0]?.style?.font).toBe('$font.inter')
  })

  test('style sheets are kept, and css-class becomes a theme class that they match', () => {
    const { document } = read(
      inColumn('<mj-text css-class="big red-ish">a</mj-text>', '<mj-style>.big{margin:0}</mj-style>'),
    )
    expect(document.head?.css).toBe('.big{margin:0}')
    expect(blocksOf(document)[0]?.classes).toEqual(['big', 'red-ish'])
    expect(document.theme.classes).toEqual({ big: {}, 'red-ish': {} })
  })

  test('a class that is hidden on phones hides its elements on phones', () => {
    const css = '<mj-style>@media (max-width:480px){.gone{display:none!important}}</mj-style>'
    expect(blockOf('<mj-text css-class="gone">a</mj-text>', css)['hide']).toEqual({ mobile: true })
  })

  test('mj-include is refused, with its line', () => {
    const { report } = read('<mjml>\n<mj-body>\n<mj-include path="/etc/passwd" />\n</mj-body></mjml>')
    expect(report.warnings).toEqual([
      { code: 'MJML_INCLUDE', line: 3, message: expect.stringContaining('/etc/passwd') },
    ])
  })
})
