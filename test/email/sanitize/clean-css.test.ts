import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parse } from 'parse5'
import { cleanCss } from '../../../src/email/sanitize/index.ts'
import { runs } from '../../support/runs.ts'

const kept = [
  '',
  '.a{color:red}',
  '.a { color : red !important ; }\n/* a comment */\n',
  '@media only screen and (max-width:480px){.b{width:100%!important}}',
  '@media (width <= 600px){.b{width:100%}}',
  '@media screen{@media (min-width:0px){.c{display:none}}}',
  '@supports (display:grid){.d{display:grid}}',
  '@font-face{font-family:X;src:url(https://a.example/x.woff2) format("woff2"),local("X")}',
  '@keyframes spin{from{opacity:0}to{opacity:1}}',
  '.e{background:url("https://a.example/e.png")}.f{background:url(/cdn/ast_1/f.png)}',
  'u + .body .x{display:none}[data-ogsc] .d{color:#fff}*[x-apple-data-detectors]{color:inherit}#outlook a{padding:0}',
  'v\\:* {behavior:url(#default#VML);}',
  '.g{mso-line-height-rule:exactly;-webkit-text-size-adjust:100%;*zoom:1;_height:1px}',
  '.h::after{content:"; } { url(javascript) \\201C"}',
  '@-ms-viewport{width:device-width}',
  '.i{color:{{ brand }};}',
]

const cut: [string, string][] = [
  ['@import url(https://a.example/x.css);.a{b:c}', '.a{b:c}'],
  ['@import "x"', ''],
  ['@im\\70ort "x";.a{b:c}', '.a{b:c}'],
  ['@charset "utf-8";.a{b:c}', '.a{b:c}'],
  ['@namespace x "y";.a{b:c}', '.a{b:c}'],
  ['@unknown{.a{b:c}}.d{e:f}', '.d{e:f}'],
  ['.a{color:red;background:url(http://a.example/x.png);top:0}', '.a{color:red;top:0}'],
  ['.a{background:url(javascript:alert(1))}', '.a{}'],
  ['.a{background:url(data:image/png;base64,AA)}', '.a{}'],
  ['.a{background:u\\72l(//evil.example/x)}', '.a{}'],
  ['.a{background:image-set("http://evil.example/x" 1x)}', '.a{}'],
  ['.a{background:url(https://a.example/ok.png), url(ftp://x)}', '.a{}'],
  ['.a{width:expression(alert(1))}', '.a{}'],
  ['.a{width:exp/**/ression(alert(1))}', '.a{}'],
  ['.a{width:\\65 xpression(alert(1))}', '.a{}'],
  ['.a{behavior:url(x.htc)}', '.a{}'],
  ['.a{beha\\76ior:url(x.htc)}', '.a{}'],
  ['.a{-moz-binding:url(https://a.example/x.xml)}', '.a{}'],
  ['@media screen{.a{b:expression(1);c:d}}', '@media screen{.a{c:d}}'],
  ['.a{b:c', '.a{b:c}'],
  ['@media screen{.a{b:c}', '@media screen{.a{b:c}}'],
  ['.a{b:c}/* open', '.a{b:c}'],
  ['.a{b:c}.d{e:"open', '.a{b:c}.d{}'],
  ['.a{b:calc(1px', '.a{}'],
  ['}.a{b:c}', '.a{b:c}'],
  ['.a{b:c}selector without a block', '.a{b:c}'],
  ['<!-- .a{b:c} -->', ' .a{b:c} '],
]

describe('cleanCss', () => {
  test.each(kept.map((css) => [css]))('%j stays byte for byte', (css) => {
    expect(cleanCss(css)).toEqual({ css, removed: [] })
  })

  test.each(cut)('%j becomes %j', (css, expected) => {
    const cleaned = cleanCss(css)
    expect(cleaned.css).toBe(expected)
    expect(cleanCss(cleaned.css).css).toBe(expected)
  })

  test('an end tag of style is removed in any encoding', () => {
    for (const css of [
      '</style>',
      '.a{b:"</STYLE x>"}',
      '/* </style */ .a{b:c}',
      '<</style>/style>',
      '<\0/style>',
      '.a</style>{b:c}',
    ]) {
      expect(cleanCss(css).css).not.toMatch(/<\0*\/style/i)
    }
  })

  test('cleaned CSS stays inside its style element and does not affect the CSS after it', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '.a',
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        '"',
        "'",
        ';',
        ':',
        '/*',
        '*/',
        '\\',
        '\n',
        'url(',
        '@media ',
        '@import ',
        'b:c',
        '</style',
        '<script>',
        '<!--',
        '-->',
        'x',
      ),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(pieces, (list) => {
        const { css } = cleanCss(list.join(''))
        const page = parse(`<style>${css}\n.after{x:y}</style><p>`)
        const html = page.childNodes.find((node) => node.nodeName === 'html')
        const head = html !== undefined && 'childNodes' in html ? html.childNodes[0] : undefined
        const style = head !== undefined && 'childNodes' in head ? head.childNodes[0] : undefined
        const text = style !== undefined && 'childNodes' in style ? style.childNodes[0] : undefined
        expect(text !== undefined && 'value' in text ? text.value : '').toEndWith('\n.after{x:y}')
        expect(cleanCss(`${css}\n.after{x:y}`).css).toBe(`${css}\n.after{x:y}`)
        expect(css.replace(/\/\*[\s\S]*?\*\//g, '')).not.toMatch(/^\s*@import|[;}]\s*@import/)
      }),
      { numRuns: runs(1000), seed: 5 },
    )
  })
})
