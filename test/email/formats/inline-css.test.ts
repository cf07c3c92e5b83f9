import { describe, expect, test } from 'bun:test'
import { createInliner } from '../../../src/email/formats/index.ts'
import { everyTag } from './dialects.ts'
import { processorMs } from '../../support/processor-time.ts'

const wasm = await Bun.file(Bun.resolveSync('@css-inline/css-inline-wasm/index_bg.wasm', import.meta.dir)).bytes()
const inline = await createInliner(wasm)

const rows: [fact: string, css: string, html: string, inlined: string][] = [
  [
    'an element gets what rules say of it',
    'p{color:red}.a{margin:0}',
    '<p class=a>x</p>',
    '<p class=a style="color:red;margin:0">x</p>',
  ],
  [
    'the more precise rule wins, as in a browser',
    'p.a{color:red}p{color:blue}',
    '<p class="a">x</p><p>',
    '<p class="a" style="color:red">x</p><p style="color:blue">',
  ],
  [
    'its own declarations win and stay as they are',
    'p{color:red;margin:1px}',
    '<p style=" color : blue ">',
    '<p style="margin:1px;color : blue">',
  ],
  [
    'but not against an important rule',
    'p{color:red!important}',
    '<p style="color:blue;top:0">',
    '<p style="top:0;color:red!important">',
  ],
  [
    'unless they are important themselves',
    'p{color:red!important}',
    '<p style="color:blue !important">',
    '<p style="color:blue !important">',
  ],
  [
    'an element without rules stays byte for byte',
    'p{color:red}',
    '<b  style=" a : b ; " >x</b ><i/>',
    '<b  style=" a : b ; " >x</b ><i/>',
  ],
  [
    'texts in CSS take the other quotes',
    'p{font-family:"A B",c}',
    '<p><p style=\'x:"y"\'>',
    '<p style="font-family:\'A B\',c"><p style=\'font-family:"A B",c;x:"y"\'>',
  ],
  [
    'an address keeps its ampersand',
    'p{background:url(https://e.com/?a=1&b=2)}',
    '<p>',
    '<p style="background:url(https://e.com/?a=1&amp;b=2)">',
  ],
  [
    'void elements close as they did',
    'img{border:0}',
    '<img src=a.png /><img/>',
    '<img src=a.png style="border:0" /><img style="border:0"/>',
  ],
  ['what no attribute can say stays in the sheet', '@media print{p{a:b}}p:hover{c:d}', '<p>', '<p>'],
  [
    'conditional comments are not looked into',
    'p{a:b}',
    '<!--[if mso]><p><![endif]--><p>',
    '<!--[if mso]><p><![endif]--><p style="a:b">',
  ],
  [
    'tags between rows stay where they are',
    'td{a:b}',
    '<table>{% for a in b %}<tr><td>{{ a }}</td></tr>{% endfor %}</table>',
    '<table>{% for a in b %}<tr><td style="a:b">{{ a }}</td></tr>{% endfor %}</table>',
  ],
  [
    'tags in rules and styles stay',
    'p{color:{{ c }}}',
    '<p style="a:{{ d | default: \'x\' }};{{ e }}">',
    '<p style="color:{{ c }};a:{{ d | default: \'x\' }};{{ e }}">',
  ],
  ['a rule inside a condition stays out', '{% if a %} p{a:b} {% endif %}', '<p>', '<p>'],
]

describe('inlined CSS', () => {
  for (const [fact, css, html, inlined] of rows) {
    test(fact, () => {
      const source = `<style>${css}</style>${html}`
      expect(inline(source)).toBe(`<style>${css}</style>${inlined}`)
    })
  }

  test('also comes from a separate style sheet, which is added to the head', () => {
    expect(inline('<html><head><title>a</title></head><body><p>b', 'p{c:d}')).toBe(
      '<html><head><title>a</title><style>\np{c:d}\n</style>\n</head><body><p style="c:d">b',
    )
    expect(inline('<p>b', 'p{c:d}')).toBe('<style>\np{c:d}\n</style>\n<p style="c:d">b')
  })

  test('changes no tag of any ESP', () => {
    const body = everyTag.map((tag) => `<p class="a" title='x'>${tag}</p>`).join('\n')
    const inlined = inline(`<style>.a{b:c}</style>${body}`)
    expect(inlined).toBe(`<style>.a{b:c}</style>${body.replaceAll("title='x'", 'title=\'x\' style="b:c"')}`)
  })

  test('fetches nothing and reads no file', () => {
    const html =
      '<link rel="stylesheet" href="http://127.0.0.1:9/a.css"><style>@import url(file:///etc/passwd);p{a:b}</style><p>'
    expect(inline(html)).toBe(`${html.slice(0, -3)}<p style="a:b">`)
  })

  test('applies rules for screens only', () => {
    const html = '<style media="print">p{a:b}</style><style media="screen">p{c:d}</style>'
    expect(inline(`${html}<p>`)).toBe(`${html}<p style="c:d">`)
  })

  test('handles malformed pages', () => {
    for (const html of [
      '<style>p{a:b',
      '<p',
      '<style>p{a:b}</style><p><b><p></b><i></p></table>',
      '<style>{}}{p{</style><p>',
      '',
      '\0',
    ]) {
      expect(typeof inline(html), html).toBe('string')
    }
  })

  test('is refused for a page that is too deep or too large', () => {
    expect(inline(`<style>p{a:b}</style>${'<div>'.repeat(500)}`)).toBeUndefined()
    expect(inline(`<style>p{a:b}</style>${'<p></p>'.repeat(20_001)}`)).toBeUndefined()
    expect(inline(`<style>p{a:b}</style>${'<div>'.repeat(350)}<p>`)).toEndWith('<p style="a:b">')
  })

  test('is computed in bounded time', () => {
    for (const piece of ['<p>', '<b>', '<a style="', '</p>', '<style>p{a:b}</style>', '<td>', '{{', '<!--']) {
      const start = processorMs()
      inline(`<style>p{a:b}</style>${piece.repeat(5000)}`)
      expect(processorMs() - start, piece).toBeLessThan(5000)
    }
  })
})
