import { describe, expect, test } from 'bun:test'
import { findImages, listImages, rewriteImages } from '../../../src/email/formats/index.ts'
import { processorMs } from '../../support/processor-time.ts'

/** One row: what is in the HTML, the addresses found, and the HTML after each address became `/new-N.png?a&b`. */
const rows: [fact: string, html: string, found: string[], rewritten?: string][] = [
  ['an image source', '<img src="a.png" alt="x">', ['a.png'], '<img src="/new-0.png?a&amp;b" alt="x">'],
  [
    'references are decoded, and written back only where an address changes',
    `<img src='a?x=1&amp;y=2' alt='&eacute; &amp; &quot;'>`,
    ['a?x=1&y=2'],
    `<img src='/new-0.png?a&amp;b' alt='&eacute; &amp; &quot;'>`,
  ],
  ['a reference without semicolon is text', '<img src="a?x=1&copy=2">', ['a?x=1&copy=2']],
  ['a named reference of the whole table', '<img src="a&plus;b&#x2E;png">', ['a+b.png']],
  ['no quotes', '<img src=a.png alt=x>', ['a.png'], '<img src=/new-0.png?a&amp;b alt=x>'],
  ['capitals and odd spacing', '<IMG\r\n SRC = "a.png"\r\n>', ['a.png'], '<IMG\r\n SRC = "/new-0.png?a&amp;b"\r\n>'],
  ['space around the address', '<img src=" a.png\n">', ['a.png'], '<img src=" /new-0.png?a&amp;b\n">'],
  ['only the first of two sources counts', '<img src="a.png" src="b.png">', ['a.png']],
  ['a > inside an attribute', '<img alt="2 > 1" src="a.png">', ['a.png']],
  [
    'source sets with densities and widths',
    '<img src="a.png" srcset="a.png 1x, b.png 2x,\n c,d.png 640w,">',
    ['a.png', 'b.png', 'c,d.png'],
    '<img src="/new-0.png?a&amp;b" srcset="/new-0.png?a&amp;b 1x, /new-1.png?a&amp;b 2x,\n /new-2.png?a&amp;b 640w,">',
  ],
  ['a picture', '<picture><source srcset="d.png" media="x"><img src=l.png></picture>', ['d.png', 'l.png']],
  ['a source set whose data address holds a comma', '<img srcset="data:image/png;base64,AA 1x, b.png 2x">', ['b.png']],
  ['background attributes', '<table background="a.png"><td BACKGROUND=b.png>', ['a.png', 'b.png']],
  [
    'inline styles in both kinds of quotes',
    `<td style="background:url('a.png') #fff url(b.png)"><td style='background:url( "c.png" )'>`,
    ['a.png', 'b.png', 'c.png'],
    `<td style="background:url('/new-0.png?a&amp;b') #fff url(/new-1.png?a&amp;b)"><td style='background:url( "/new-2.png?a&amp;b" )'>`,
  ],
  [
    'quotes as references, kept as they were',
    '<td style="font:&quot;A&quot;;background:url(&#34;a.png&#34;)">',
    ['a.png'],
    '<td style="font:&quot;A&quot;;background:url(&#34;/new-0.png?a&amp;b&#34;)">',
  ],
  [
    'a style element, but not its imports, fonts and comments',
    '<style>@import url(x.css);@font-face{src:url(f.woff2)}/*url(no.png)*/.a{background:url(a.png)}@media(x){b{c:url("b.png")}}</style>',
    ['a.png', 'b.png'],
    '<style>@import url(x.css);@font-face{src:url(f.woff2)}/*url(no.png)*/.a{background:url(/new-0.png?a&b)}@media(x){b{c:url("/new-1.png?a&b")}}</style>',
  ],
  ['text that looks like CSS', '<style>.a:before{content:"url(no.png)"}</style><p>url(no.png)</p>', []],
  ['a style element that never ends', '<style>.a{b:url(a.png)}', ['a.png']],
  ['the declaration of VML', '<style>v\\:*{behavior:url(#default#VML)}</style>', []],
  [
    'VML in a conditional comment',
    '<!--[if gte mso 9]><v:rect><v:fill type="tile" src="a.png" /></v:rect><v:image src=\'b.png\'/><![endif]-->',
    ['a.png', 'b.png'],
    '<!--[if gte mso 9]><v:rect><v:fill type="tile" src="/new-0.png?a&amp;b" /></v:rect><v:image src=\'/new-1.png?a&amp;b\'/><![endif]-->',
  ],
  ['what everybody but Outlook sees', '<!--[if !mso]><!--><img src="a.png"><!--<![endif]-->', ['a.png']],
  ['an ordinary comment', '<!-- <img src="no.png"> -->', []],
  ['a comment that never ends', '<!--[if mso]><v:fill src="a.png"/>', ['a.png']],
  [
    'script, title and textarea hold text',
    '<title><img src=no></title><script>"<img src=no>"</script><textarea><img src=no></textarea>',
    [],
  ],
  [
    'no link and no frame',
    '<a href="no.png"></a><link href="no.png"><iframe src="no.png"></iframe><script src=no></script>',
    [],
  ],
  [
    'data, message parts and nothing',
    '<img src="data:image/png;base64,AA"><img src="cid:1"><img src=""><img src><img>',
    [],
  ],
  ['a video poster', '<video poster="a.png" src="no.mp4"></video>', ['a.png']],
]

describe('images in HTML', () => {
  for (const [fact, html, found, rewritten] of rows) {
    test(fact, () => {
      expect(listImages(html)).toEqual(found)
      const map = new Map(found.map((address, index) => [address, `/new-${index}.png?a&b`]))
      const after = rewriteImages(html, map)
      if (rewritten !== undefined) expect(after).toBe(rewritten)
      expect(listImages(after)).toEqual([...map.values()])
    })
  }

  test('a URL that is not in the map, and an empty map, change no byte', () => {
    const html = rows.map(([, text]) => text).join('\r\n\0é😀')
    expect(rewriteImages(html, new Map())).toBe(html)
    expect(rewriteImages(html, new Map([['elsewhere.png', 'x']]))).toBe(html)
  })

  test('a replacement URL cannot break out of its attribute', () => {
    const evil = `x" onerror='a' ) ; } </style><script> \\ , y`
    const html = `<img src="a.png" srcset="a.png 1x"><img src=a.png><td style='b:url(a.png)'><style>.a{b:url("a.png")}</style>`
    const after = rewriteImages(html, new Map([['a.png', evil]]))
    expect(findImages(after)).toHaveLength(findImages(html).length)
    const names: string[] = []
    new HTMLRewriter()
      .on('*', {
        element: (element) => void names.push(element.tagName, ...[...element.attributes].map(([name]) => name)),
      })
      .transform(after)
    expect(names).toEqual(['img', 'src', 'srcset', 'img', 'src', 'td', 'style', 'style'])
  })

  test('a megabyte of hostile markup is read in linear time', () => {
    for (const piece of [
      '<!--[if mso]>',
      '<img src=',
      '&amp',
      '<style>url(',
      '<a style="url(\\',
      '((((',
      '<!--',
      '&amp;',
      'a 1x,',
    ]) {
      const html = '<img srcset="'.repeat(Number(/^[&a]/.test(piece))) + piece.repeat(Math.ceil(200_000 / piece.length))
      const start = processorMs()
      listImages(html)
      expect(processorMs() - start).toBeLessThan(2000)
    }
  })
})
