import { describe, expect, test } from 'bun:test'
import { minifyHtml } from '../../../src/engines/formats/index.ts'

const rows: [fact: string, html: string, minified: string][] = [
  ['runs of spaces become one', '<p>a   b\t c</p>', '<p>a b c</p>'],
  ['a run with a line break becomes a line break', '<table>\n\n  <tr>\r\n  <td>a</td>', '<table>\n<tr>\n<td>a</td>'],
  ['a space between words and elements stays', '<b>a</b> <i>b</i>', '<b>a</b> <i>b</i>'],
  ['ordinary comments go', 'a<!-- note -->b<!---->c', 'abc'],
  [
    'what speaks to Outlook stays byte for byte',
    '<!--[if mso]>\n <table>  <tr><td><![endif]-->\n<!--[if !mso]><!-->  <b>x</b><!--<![endif]--><![if !mso]>y<![endif]>',
    '<!--[if mso]>\n <table>  <tr><td><![endif]-->\n<!--[if !mso]><!--> <b>x</b><!--<![endif]--><![if !mso]>y<![endif]>',
  ],
  ['style elements stay', '<style>\n  .a  { b : c }\n</style>', '<style>\n  .a  { b : c }\n</style>'],
  ['preformatted text stays', '<pre>a\n  b  </pre>  c', '<pre>a\n  b  </pre> c'],
  ['attributes stay', '<a  title="a   b"   href=x>', '<a  title="a   b"   href=x>'],
  ['space that does not break stays', '<td>&nbsp; \u00a0 \u2003 </td>', '<td>&nbsp; \u00a0 \u2003 </td>'],
  [
    'a text that shows its spaces keeps them',
    '<p style="white-space: pre-wrap">a   b</p><!-- x -->',
    '<p style="white-space: pre-wrap">a   b</p>',
  ],
]

describe('a minified email', () => {
  for (const [fact, html, minified] of rows) {
    test(fact, () => {
      expect(minifyHtml(html)).toBe(minified)
      expect(minifyHtml(minified)).toBe(minified)
    })
  }
})
