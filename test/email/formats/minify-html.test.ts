import { describe, expect, test } from 'bun:test'
import { minifyHtml } from '../../../src/email/formats/index.ts'
import { processorMs } from '../../support/processor-time.ts'

const rows: [fact: string, html: string, minified: string][] = [
  ['runs of spaces become one', '<p>a   b\t c</p>', '<p>a b c</p>'],
  [
    'a run with a line break becomes a line break',
    '<b>a\n\n b</b>\r\n<i>c</i>',
    '<b>a\n b</b>\n<i>c</i>'.replace('\n b', '\nb'),
  ],
  ['white space at the edge of a block goes', '<td>\n  <p> a </p>\n  <p>b</p>\n</td>', '<td><p>a</p><p>b</p></td>'],
  [
    'white space between the parts of a table goes',
    '<table>\n\n  <tr>\r\n  <td>a</td> <td>b</td>\n</tr>',
    '<table><tr><td>a</td><td>b</td></tr>',
  ],
  [
    'a space between words and elements stays',
    '<b>a</b> <i>b</i> <a href=x>c</a> <img> d',
    '<b>a</b> <i>b</i> <a href=x>c</a> <img> d',
  ],
  [
    'blocks that stand in a line keep their space',
    '<div style="display:inline-block">a</div> <div style="display:inline-block">b</div>',
    '<div style="display:inline-block">a</div> <div style="display:inline-block">b</div>',
  ],
  [
    'also where a style sheet says so',
    '<style>.c, td p{display:inline}</style><div class="b c">a</div> <p>b</p> <div>c</div> <h1>d</h1>',
    '<style>.c,td p{display:inline}</style><div class="b c">a</div> <p>b</p><div>c</div><h1>d</h1>',
  ],
  [
    'character references stay',
    '<p>a &amp; b &nbsp; c &#32;&#10; d &mdash;\n</p>',
    '<p>a &amp; b &nbsp; c &#32;&#10; d &mdash;</p>',
  ],
  ['ordinary comments go', 'a<!-- note -->b<!---->c', 'abc'],
  [
    'comments with a tag stay',
    '<!-- {% if a %} -->b<!-- {% endif %} --><!--#if:x#-->',
    '<!-- {% if a %} -->b<!-- {% endif %} --><!--#if:x#-->',
  ],
  [
    'what speaks to Outlook stays byte for byte',
    '<!--[if mso]>\n <table>  <tr><td><![endif]-->\n<!--[if !mso]><!-->  <b>x</b><!--<![endif]--><![if !mso]>y<![endif]>',
    '<!--[if mso]>\n <table>  <tr><td><![endif]--><!--[if !mso]><!--> <b>x</b><!--<![endif]--><![if !mso]>y<![endif]>',
  ],
  [
    'between cells its comments stand without white space',
    '<tr>\n<!--[if mso]> <td> <![endif]-->\n<td>a</td>\n</tr>',
    '<tr><!--[if mso]> <td> <![endif]--><td>a</td></tr>',
  ],
  ['style elements are minified', '<style>\n  .a  { b : c }\n</style>', '<style>.a{b:c}</style>'],
  ['preformatted text stays', '<pre>a\n  b  </pre>  c', '<pre>a\n  b  </pre> c'],
  [
    'attributes are parted by one space, and keep their values',
    '<a  title="a   b"   href = x   >',
    '<a title="a   b" href = x>',
  ],
  [
    'style attributes are minified',
    '<a style=" color : red ; "\n class=\'a  b\' style="x">',
    '<a style="color:red" class=\'a  b\' style="x">',
  ],
  [
    'but not those with character references',
    '<a style="font-family : &quot;A&quot; ; ">',
    '<a style="font-family : &quot;A&quot; ; ">',
  ],
  ['a slash is not swallowed by a value without quotes', '<img src=a.png />b<br  />', '<img src=a.png />b<br/>'],
  ['space that does not break stays', '<td>&nbsp; \u00a0 \u2003</td>', '<td>&nbsp; \u00a0 \u2003</td>'],
  [
    'a text that shows its spaces keeps them',
    '<p style="white-space:pre-wrap">a   b</p>  <!-- x -->',
    '<p style="white-space:pre-wrap">a   b</p>  ',
  ],
  [
    'tags of mailing systems stay, spaces included',
    '<table>\n{%  for  a in b  %}\n<tr   class="{{  c  }}">',
    '<table>\n{%  for  a in b  %}\n<tr class="{{  c  }}">',
  ],
  [
    'a title keeps its text',
    '<head>\n <title> a  b </title>\n <meta a=b>\n</head>',
    '<head><title> a  b </title><meta a=b></head>',
  ],
]

describe('a minified email', () => {
  for (const [fact, html, minified] of rows) {
    test(fact, () => {
      expect(minifyHtml(html)).toBe(minified)
      expect(minifyHtml(minified)).toBe(minified)
    })
  }

  test('breaks long lines where the source has a line break, within the limit of SMTP', () => {
    const html = '<tr>\n  <td>a word or two</td>\n</tr>\n'.repeat(100)
    const minified = minifyHtml(html)
    expect(Math.max(...minified.split('\n').map((line) => line.length))).toBeLessThan(600)
    expect(minified.split('\n').length).toBeLessThan(10)
    expect(minifyHtml(minified)).toBe(minified)
  })

  test('takes linear time', () => {
    for (const piece of [
      '<',
      '<p ',
      '<!--',
      '<style>',
      '<style',
      '</p>',
      '<p>',
      ' <td>',
      '{{',
      '<a b="',
      'display:inline ',
    ]) {
      const start = processorMs()
      minifyHtml(piece.repeat(50_000))
      expect(processorMs() - start, piece).toBeLessThan(3000)
    }
  })
})
