import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type RichText, type Run, parseRichText, richTextToPlain } from '../../../src/email/document/index.ts'
import { printRichText } from '../../support/print-rich-text.ts'
import { valid, withBlocks } from './sample.ts'
import { processorMs } from '../../support/processor-time.ts'

const paragraph = (...runs: Run[]): RichText => [{ type: 'paragraph', runs }]

describe('rich text from HTML', () => {
  test.each<[string, RichText]>([
    ['', []],
    ['  \n ', []],
    ['Hello', paragraph({ text: 'Hello' })],
    ['a\n  b', paragraph({ text: 'a b' })],
    ['<p> a <b> b </b> c </p>', paragraph({ text: 'a ' }, { text: 'b ', bold: true }, { text: 'c' })],
    ['<p>a<br> b</p>', paragraph({ text: 'a' }, { break: true }, { text: 'b' })],
    ['<p></p>', paragraph()],
    ['<p>1 &le; 2 &ne; 3 &ge; 2</p>', paragraph({ text: '1 ≤ 2 ≠ 3 ≥ 2' })],
    ['<p>x &lt; y &amp;amp; &eacute;&#8364;&nbsp;&bogus;</p>', paragraph({ text: 'x < y &amp; é€\u00a0&bogus;' })],
    ['1 < 2 and 3<4', paragraph({ text: '1 < 2 and 3<4' })],
    ['<strong><em>x</em></strong>', paragraph({ text: 'x', bold: true, italic: true })],
    [
      '<u>u</u><s>s</s><sub>b</sub><sup>p</sup><code>c</code>',
      paragraph(
        { text: 'u', underline: true },
        { text: 's', strike: true },
        { text: 'b', sub: true },
        { text: 'p', sup: true },
        { text: 'c', code: true },
      ),
    ],
    [
      '<span style="color: rgb(255, 0, 10); font-size:14px; font-weight:700">x</span>',
      paragraph({ text: 'x', color: '#ff000a', size: 14, bold: true }),
    ],
    [
      '<span style="color:$color.primary;background-color:yellow">x</span>',
      paragraph({ text: 'x', color: '$color.primary', background: '#ffff00' }),
    ],
    ['<span style="color:url(x);font-family:a{b">x</span>', paragraph({ text: 'x' })],
    [
      '<a href="https://a.example" title="T">x<b>y</b></a>',
      paragraph(
        { text: 'x', link: { href: 'https://a.example', title: 'T' } },
        { text: 'y', bold: true, link: { href: 'https://a.example', title: 'T' } },
      ),
    ],
    ['<a data-role="unsubscribe">x</a>', paragraph({ text: 'x', link: { role: 'unsubscribe' } })],
    ['<a href="{{ url | default: "x" }}">y</a>', paragraph({ text: 'y', link: { href: '{{ url | default: "x" }}' } })],
    [
      '<a href="#" style="color:#ff0000;text-decoration: none">x</a>',
      paragraph({ text: 'x', link: { href: '#', underline: false }, color: '#ff0000' }),
    ],
    ['<a name="x">y</a>', paragraph({ text: 'y' })],
    [
      'Hi {{ name | default: &quot;you&quot; }}!',
      paragraph({ text: 'Hi ' }, { tag: { path: 'name', fallback: 'you' } }, { text: '!' }),
    ],
    ['<h2 style="text-align:center">T</h2>', [{ type: 'paragraph', runs: [{ text: 'T' }], align: 'center', level: 2 }]],
    ['<div>a</div><div>b</div>', [...paragraph({ text: 'a' }), ...paragraph({ text: 'b' })]],
    ['a<p>b</p>c', [...paragraph({ text: 'a' }), ...paragraph({ text: 'b' }), ...paragraph({ text: 'c' })]],
    ['<p>a<p>b', [...paragraph({ text: 'a' }), ...paragraph({ text: 'b' })]],
    [
      '<ol><li>a<li>b</ol>',
      [{ type: 'list', ordered: true, items: [{ runs: [{ text: 'a' }] }, { runs: [{ text: 'b' }] }] }],
    ],
    [
      '<ul><li><p>a</p><p>b</p></li></ul>',
      [{ type: 'list', ordered: false, items: [{ runs: [{ text: 'a' }, { break: true }, { text: 'b' }] }] }],
    ],
    ['<script>alert(1)</script><style>p{}</style>x<!-- y -->', paragraph({ text: 'x' })],
    ['<img src=x onerror=alert(1)><b onclick=x>y</b>', paragraph({ text: 'y', bold: true })],
    ['<p>open <b', paragraph({ text: 'open' })],
  ])('%j', (html, rich) => {
    expect(parseRichText(html)).toEqual(rich)
    expect(parseRichText(printRichText(rich))).toEqual(rich)
  })

  test('lists deeper than documents nest join the deepest list', () => {
    const depth = (rich: RichText) => JSON.stringify(rich).split('"type":"list"').length - 1
    expect(depth(parseRichText('<ul><li>1'.repeat(6)))).toBe(3)
    expect(richTextToPlain(parseRichText('<ul><li>1'.repeat(6)))).toBe('1\n1\n1\n1\n1\n1')
  })

  test.each(['<', '<a ', '</script', '<script>', '<!--', '{{', '<ul><li>', '<a href="{{ "', '<b>'])(
    '%j many times over is read in no time',
    (piece) => {
      const start = processorMs()
      parseRichText(`<script>${piece.repeat(40_000)}`)
      parseRichText(piece.repeat(40_000))
      expect(processorMs() - start).toBeLessThan(3000)
    },
  )

  const marks = fc.record(
    {
      bold: fc.constant(true as const),
      italic: fc.constant(true as const),
      underline: fc.constant(true as const),
      code: fc.constant(true as const),
      color: fc.constantFrom('#112233', '$color.primary', 'transparent'),
      background: fc.constantFrom('#fff', '#11223344'),
      font: fc.constantFrom('$font.body', 'Arial, sans-serif', "'Open Sans', Arial", '"Two Words"'),
      size: fc.constantFrom(12, 13.5),
      link: fc.record(
        {
          href: fc.constantFrom('https://a.example/?a=1&b="2"', '{{ url | default: "x" }}', '#top'),
          title: fc.constantFrom('T', '<&">'),
        },
        { requiredKeys: ['href'] },
      ),
    },
    { requiredKeys: [] },
  )
  const words = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(' ', '  ', ' a', 'a ', '\n', '\t', '\u00a0', '{', '{{', '{{ x }}', '{%', '<b>', '&amp;', '&', '}}'),
  )
  const run: fc.Arbitrary<Run> = fc.oneof(
    fc.tuple(words, marks).map(([text, own]) => ({ text, ...own })),
    fc
      .tuple(fc.constantFrom({ path: 'a' }, { path: 'a.0', fallback: ' "x"  <b>' }), marks)
      .map(([tag, own]) => ({ tag, ...own })),
    fc.constant({ break: true as const }),
  )
  const runs = fc.array(run, { maxLength: 6 })
  const block = fc.oneof(
    fc.record(
      {
        type: fc.constant('paragraph' as const),
        runs,
        level: fc.constantFrom(1 as const, 4 as const),
        align: fc.constantFrom('right' as const),
      },
      { requiredKeys: ['type', 'runs'] },
    ),
    fc.record({
      type: fc.constant('list' as const),
      ordered: fc.boolean(),
      items: fc.array(
        fc.record(
          {
            runs,
            list: fc.record({
              type: fc.constant('list' as const),
              ordered: fc.boolean(),
              items: fc.array(fc.record({ runs }), { minLength: 1, maxLength: 2 }),
            }),
          },
          { requiredKeys: ['runs'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  )

  test('whatever is printed reads back the same, white space and braces included', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 3 }), (loose) => {
        const document = valid(withBlocks({ id: 't', type: 'text', text: loose }))
        const rich =
          (JSON.parse(JSON.stringify(document.rows)) as { columns: { blocks: { text: RichText }[] }[] }[])[0]
            ?.columns[0]?.blocks[0]?.text ?? []
        expect(parseRichText(printRichText(rich))).toEqual(rich)
      }),
      { numRuns: 2000, seed: 9 },
    )
  })

  test('any text is read without throwing into runs that a document takes', () => {
    const html = fc
      .array(
        fc.oneof(
          fc.string({ maxLength: 4 }),
          fc.constantFrom(
            '<p>',
            '</p>',
            '<ul>',
            '</ul>',
            '<li>',
            '</li>',
            '<b>',
            '</b>',
            '<a href=#>',
            '</a>',
            '<br>',
            '<div>',
            '</div>',
            '<h1>',
            '<span style="',
            '">',
            '{{ x }}',
            ' ',
            '&',
          ),
        ),
        { maxLength: 20 },
      )
      .map((all) => all.join(''))
    fc.assert(
      fc.property(html, (source) => {
        const rich = parseRichText(source)
        expect(parseRichText(printRichText(rich))).toEqual(rich)
        expect(valid(withBlocks({ type: 'text', text: rich }))).toBeDefined()
      }),
      { numRuns: 3000, seed: 10 },
    )
  })
})
