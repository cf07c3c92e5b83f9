import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readDocument } from '../../../src/email/document/index.ts'
import { cleanPaste, importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { cleanCss, cleanHtml } from '../../../src/email/sanitize/index.ts'
import { processorMs } from '../../support/processor-time.ts'
import { runs } from '../../support/runs.ts'

const cleaners = { cleanHtml: (html: string) => cleanHtml(html).html, cleanCss: (css: string) => cleanCss(css).css }

function render(
  html: string,
  css?: string,
): { html: string; report: ReturnType<typeof importHtml>['report'] } | undefined {
  const { document, report } = importHtml({ html, ...(css === undefined ? {} : { css }) }, blockTypes)
  const read = readDocument(document, blockTypes, cleaners)
  if (!('document' in read)) return undefined
  return { html: renderEmail(read.document, blockTypes, { outputs: ['html'] }).html ?? '', report }
}

// Each takes far longer, or all the memory there is, when something in it is inspected again and again.
const bombs: [string, string][] = [
  ['100,000 elements inside each other', `${'<div>'.repeat(100_000)}words`],
  ['40,000 tables inside each other', `${'<table><tr><td>'.repeat(40_000)}words`],
  ['100,000 closing tags of nothing', `${'<b>'.repeat(100_000)}${'</p>'.repeat(100_000)}`],
  ['10 MB of text', 'word '.repeat(2 * 1024 * 1024)],
  ['a million angle brackets', '<'.repeat(1_000_000)],
  ['tags that never end', '<a b="'.repeat(100_000)],
  ['comments that never end', '<!--[if mso]>'.repeat(100_000)],
  ['template tags that never end', '{{ {% *| %% <% '.repeat(100_000)],
  ['loops inside loops', '{% for a in b %}<p>'.repeat(20_000)],
  ['a table of 20,000 cells', `<table><tr>${'<td>a</td>'.repeat(20_000)}</tr></table>`],
  ['NULs', 'a\0b\0'.repeat(100_000)],
  ['a style of 100,000 brackets', `<style>${'a{'.repeat(100_000)}</style>x`],
  [
    'a selector made to be slow',
    `<style>${'div div div div div div div div div p{color:red}'.repeat(500)}</style>${'<div>'.repeat(290)}${'<p>x</p>'.repeat(500)}`,
  ],
  ['media queries inside each other', `<style>${'@media screen{'.repeat(50_000)}</style>x`],
  ['an attribute of a megabyte', `<p style="${'color:red;'.repeat(100_000)}">x</p>`],
  ['5,000 boxes that float', '<div style="float:left;width:30px">a</div>'.repeat(5000)],
  ['a choice of 5,000 branches', `{% if a %}<p>b</p>${'{% elsif c %}<p>d</p>'.repeat(5000)}{% endif %}`],
  [
    'neighbors that rules ask for',
    `<style>p + p + p{color:red}p:first-child{margin:0}</style>${'<p>x</p>'.repeat(10_000)}`,
  ],
  ['items of Word that never end', '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">'.repeat(50_000)],
  [
    'an item of Word with bullets inside each other',
    `<p style="mso-list:l0 level1 lfo1">${'<span style="mso-list:Ignore">'.repeat(50_000)}${'<span mso-list:Ignore '.repeat(50_000)}</p>`,
  ],
  [
    'quotes inside each other, with columns at the end',
    `${'<blockquote style="border-left:1px solid red">a'.repeat(290)}${'<div>b</div>'.repeat(10_000)}<table><tr><td>c</td><td>d</td></tr></table>`,
  ],
  ['a loop of EJS with spaces', `<p><% f.forEach(${' '.repeat(1900)}x${' '.repeat(1900)}y %></p>`.repeat(100)],
  ['a condition of EJS with spaces', `<p><% if(${' '.repeat(3900)}{ %></p>`.repeat(100)],
  ['an end of EJS with spaces', `<p><% }${' '.repeat(3900)}x %></p>`.repeat(100)],
  ['a comparison of Mailchimp with spaces', `<p>*|IF:A=${' '.repeat(3900)}<|*</p>`.repeat(100)],
  ['a loop of Handlebars with a long name', `<p>{{#each a as |${'a'.repeat(3900)} as |a|x}}</p>`.repeat(100)],
  ['a hundred thousand classes', `<style>.a .b{color:red}</style><p class="${'a '.repeat(100_000)}">x</p>`],
]

describe('hostile input', () => {
  test.each(bombs)('%s', (_, html) => {
    const start = processorMs()
    importHtml({ html }, blockTypes)
    // Generous: the bombs take minutes where something grows faster than the input.
    expect(processorMs() - start).toBeLessThan(20_000)
  })

  test('nothing executable is kept, at any position', () => {
    const attacks = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">go</a>',
      '<a href="jav&#x09;ascript:alert(1)"><img src="https://example.com/a.png"></a>',
      '<svg onload=alert(1)><script>alert(1)</script></svg>',
      '<table background="javascript:alert(1)"><tr><td style="background:url(javascript:alert(1))">x</td></tr></table>',
      '<iframe src="https://example.com"></iframe><form action="https://example.com"><input autofocus onfocus=alert(1)></form>',
      '<video><source onerror=alert(1)></video>',
      '{{#section}}<script>alert(1)</script>{{/section}}',
      '<style>@import "https://example.com/a.css";p{behavior:url(a.htc)}</style><p>x</p>',
    ]
    for (const attack of attacks) {
      const rendered = render(`<p>Before</p>${attack}<p>After</p>`)
      expect(rendered?.html).not.toMatch(/<script|\son\w+=|javascript:|<iframe|<form|<input|behavior:/i)
      expect(rendered?.html).toContain('Before')
      expect(rendered?.html).toContain('After')
    }
  })
})

const names = [
  'div',
  'p',
  'table',
  'tr',
  'td',
  'span',
  'b',
  'a',
  'h1',
  'ul',
  'li',
  'center',
  'section',
  'font',
  'img',
  'br',
  'hr',
  'th',
  'form',
  'video',
  'x-y',
]
const word = fc.stringMatching(/^[a-z]{3,8}$/)
const attribute = fc.constantFrom(
  '',
  ' style="display:inline-block;width:50%"',
  ' style="float:left;width:100px"',
  ' bgcolor="#eee" width="600"',
  ' align="center"',
  ' style="padding:10px;border:1px solid red;background:#fff"',
  ' href="https://example.com/"',
  ' src="https://example.com/a.png" width="20"',
  ' class="{{x}}"',
  ' colspan="3"',
)
const open = fc.tuple(fc.constantFrom(...names), attribute).map(([name, more]) => `<${name}${more}>`)
const piece = fc.oneof(
  open,
  open,
  fc.constantFrom(...names).map((name) => `</${name}>`),
  word.map((text) => ` ${text} `),
  fc.constantFrom(
    '{{ a.b }}',
    '{% url "x" %}',
    '<% f.forEach(function (g) { -%>',
    '<% }) -%>',
    '<a href="https://example.com/" style="background:#00f;padding:9px">{{ c }}{% url "y" %}</a>',
    '{% if a %}',
    '{% endif %}',
    '*|IF:X|*',
    '*|END:IF|*',
    '<% foo( %>',
    '<!-- c -->',
    '<!--[if mso]>',
    '<![endif]-->',
  ),
)

test('random HTML: never throws, gives a valid document, and loses no word', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { document, report } = importHtml({ html: pieces.join('') }, blockTypes)
      const read = readDocument(document, blockTypes, cleaners)
      expect('document' in read ? [] : read.issues).toEqual([])
      expect(report.words_kept).toBe(1)
      // What represents a tag while a page is read is never left in what comes of it.
      expect(JSON.stringify(document)).not.toContain('\uf8f0')
      cleanPaste(pieces.join(''))
    }),
    { numRuns: runs(400) },
  )
})
