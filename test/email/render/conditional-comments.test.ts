import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { describe, expect, test } from 'bun:test'
import { parse } from 'parse5'
import { readDocument } from '../../../src/email/document/index.ts'
import { minifyHtml } from '../../../src/email/formats/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { readMjml } from '../../../src/email/mjml/index.ts'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'
import { outlookReaders } from '../../support/outlook-reader.ts'
import { processorMs } from '../../support/processor-time.ts'
import { type Random, createRandom } from '../../support/random.ts'
import { runs } from '../../support/runs.ts'
import { blockTypes, bodyOf, column, renderEmail, section, withBlocks } from './compose.ts'
import { type Node, executableParts } from './views.ts'

const conditions = ['mso', '!mso', 'gte mso 9', '(gte mso 9)|(IE)', ' mso ', '(mso)', 'true', '!vml', '']
const marks = [
  '<!--[if C]>', '<!--[if C]><!-->', '<!--[if C]> <!-- -->', '<!--[if C]>-->', '<![if C]>', '<!-- [if C]>', '<!--[IF C]>', '<!--[ if C ] >',
  '<! [if C]>', '<!--[if C', '<!--[if C]><!--[if C]>', '<![endif]-->', '<!--<![endif]-->', '<![endif]>', '<!-- <![endif]-->', '<![ENDIF]-->',
  '<! [endif] -->', '<![endif]--!>', '<![endif', '<!-- [endif] -->', '<!--[endif]-->', '-->', '--!>', '<!--', '<!-->', '<!--->', '<![CDATA[',
] // prettier-ignore
const markup = [
  'words ', '<p>words</p>', '<a title="', '">', "<b title='", '<td title=', '>', '<style>p{color:red}', '</style>', '<svg><title>', '</svg>',
  '<table><tr><td>', '</td></tr></table>', '<img alt="x" src="https://example.com/i.png">', '<v:rect>', '</v:rect>', '<', '<s', 'cript>', '{{ x }}',
  '<a href="https://example.com/{{ x }}">', '<p title="{{ x }}">', '{{ x | raw }}',
] // prettier-ignore

function hostile(random: Random): string {
  let html = ''
  for (let left = 1 + random.integer(7); left > 0; left--)
    html += random.pick(random.integer(2) === 0 ? marks : markup).replaceAll('C', random.pick(conditions))
  return html
}

/** A document with hostile HTML among texts that everybody sees (`SEEN`), and texts that Outlook never does (`PHONE`). */
function documentOf(random: Random) {
  let count = 0
  const seen = () => ({ type: 'text', text: `SEEN${count++}.` })
  const phone = () => ({ type: 'text', text: `PHONE${count++}.`, hide: { desktop: true } })
  const authored = (rest: object = {}) => ({ type: 'html', html: cleanHtml(hostile(random)).html, ...rest })
  const value = () => hostile(random).slice(0, 200)
  const others = [
    () => ({
      type: 'button',
      label: value(),
      href: `https://example.com/?${value()}`,
      style: { background: '#336699' },
    }),
    () => ({ type: 'text', text: value() }),
    () => ({ type: 'text', text: '{{ x }}{{ x | raw }}' }),
    () => ({ type: 'image', src: 'https://example.com/i.png', alt: value(), title: '{{ x }}' }),
    () => ({ type: 'video', href: 'https://example.com/{{ x }}', poster: 'https://example.com/p.png', alt: value() }),
  ]
  const blocks = (first = seen) => [
    first(),
    phone(),
    random.pick([authored, random.pick(others)])(),
    phone(),
    authored({ hide: { desktop: true } }),
    first(),
  ]
  const tag = () => random.pick(['*|IF:A|*', '<% if a -->', '-->', '--!> <%', '%%[endif]-->%%', '<% ![endif]--> %>'])
  const native = () => ({ when: { op: 'native', target: 'other', before: tag(), after: tag() } })
  const sections = [
    section([column(blocks())]),
    section([column(blocks(), native()), column(blocks(phone), { hide: { desktop: true } }), column(blocks())]),
    section([column(blocks(phone))], { hide: { desktop: true } }),
    section([column(blocks())], {
      style: { backgroundImage: { src: 'https://example.com/b.png' }, background: '#ffffff' },
    }),
    section([column([seen()])]),
  ]
  const document = withBlocks([], {
    meta: { title: value().replace(/\s+/g, ' ').trim() || 'T', lang: 'en', preheader: value() },
    rows: sections,
  })
  return { document, x: value() }
}

/** Words that someone sees: text outside of comments. */
function wordsOf(html: string): string {
  return textOf(parse(html))
}

function textOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value
  if (node.nodeName === 'style') return ''
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

function evaluate(html: string): string[] {
  const faults: string[] = []
  const all = new Set(html.match(/(?:SEEN|PHONE)\d+\./g))
  const browser = wordsOf(html)
  for (const name of all) if (!browser.includes(name)) faults.push(`others do not see ${name}`)
  for (const [reader, read] of Object.entries(outlookReaders)) {
    const outlook = wordsOf(read(html))
    for (const name of all)
      if (outlook.includes(name) !== name.startsWith('SEEN'))
        faults.push(`${reader}: ${name} is ${outlook.includes(name) ? 'shown' : 'missing'}`)
  }
  return faults
}

describe('conditional comments in authored HTML and values', () => {
  test('never reveal hidden content to Outlook nor hide content from other clients', () => {
    for (let seed = 1; seed <= runs(60); seed++) {
      const { document, x } = documentOf(createRandom(seed))
      for (const target of ['data', 'sample', 'passthrough'] as const) {
        const { html = '' } = renderEmail(document, blockTypes, {
          data: { x },
          target,
          outputs: ['html'],
          cleanHtml: (raw) => cleanHtml(raw).html,
        })
        for (const page of [html, minifyHtml(html)])
          expect({ seed, target, faults: evaluate(page) }).toEqual({ seed, target, faults: [] })
        expect(executableParts(html).filter((part) => part !== '<svg>')).toEqual([])
      }
    }
  })

  test.each([
    ['<!--[if mso]><table><tr><td width="300"><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]-->'],
    ['<!--[if !mso]><!--><p title="a > b">x</p><!--<![endif]-->'],
    ['<![if !mso]><p>x</p><![endif]>'],
    ['<!--[if (gte mso 9)|(IE)]><v:rect fill="t"></v:rect><![endif]--><!-- remark -->'],
  ])('complete ones are unchanged: %s', (html) => {
    expect(bodyOf([{ type: 'html', html }])).toContain(html)
  })

  test.each([
    ['<!-- [if mso ]>a<![endif]--!>', '<!--[if mso ]>a<![endif]-->'],
    ['<!--[IF !MSO]> <!-- -->a<![ENDIF]-->', '<!--[if !MSO]><!-->a<!--<![endif]-->'],
    ['a<![endif]-->b', 'a<!&#91;endif]-->b'],
    ['<!--[if mso]>a<!--[if mso]>b<![endif]-->', '<!--&#91;if mso]>a<!--&#91;if mso]>b<!&#91;endif]-->'],
    ['<!--[if !mso]><!-->a', '<!--&#91;if !mso]><!-->a'],
    [
      '<p title="<!--[if !mso]><!-->">a<!--<![endif]-->',
      '<p title="<!-&#45;&#91;if !mso]><!-&#45;>">a<!--<!&#91;endif]-->',
    ],
    ['<!--[if mso]><a title="<![endif]-->b', '<!--&#91;if mso]><a title="<!&#91;endif]-->b'],
  ])('%s becomes %s', (html, settled) => {
    expect(bodyOf([{ type: 'html', html }])).toContain(`>${settled}</td>`)
  })

  test('imported HTML and MJML are handled the same way', () => {
    const attack = (html: string) => `${html}<p>SEEN1.</p><!--[if !mso]><!--><p>SEEN2.</p><!--[if mso]>x<![endif]-->`
    const imported = importHtml({ html: `<body>${attack('<![endif]-->')}</body>` }, blockTypes)
    const mjml = readMjml(
      `<mjml><mj-body><mj-raw>${attack('<!--[if !mso]><!-->')}</mj-raw><mj-section><mj-column><mj-text>SEEN3.</mj-text></mj-column></mj-section></mj-body></mjml>`,
      blockTypes,
      mjmlBlocks,
    )
    for (const { document } of [imported, mjml]) {
      const read = readDocument(document, blockTypes, { cleanHtml: (raw) => cleanHtml(raw).html })
      if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
      const { html = '' } = renderEmail(read.document, blockTypes, { data: {}, outputs: ['html'] })
      expect(new Set(html.match(/SEEN\d/g)).size).toBeGreaterThanOrEqual(2)
      expect(evaluate(html)).toEqual([])
    }
  })

  test('are handled in linear time', () => {
    for (const piece of [
      '<!--[if mso]>',
      '<!--[if !mso]><!-->',
      '<![endif]-->',
      '<a title="<!--[if mso]>',
      '<!--[if mso]><a ',
      '<![if',
      '<style><![if x]>',
      '<!-- ',
    ]) {
      const start = processorMs()
      bodyOf([{ type: 'html', html: piece.repeat(60_000 / piece.length) }])
      expect({ piece, isQuick: processorMs() - start < 1000 }).toEqual({ piece, isQuick: true })
    }
  })
})
