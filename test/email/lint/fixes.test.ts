import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, applyOperations } from '../../../src/email/document/index.ts'
import { fixAll, lintDocument } from '../../../src/email/lint/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { cases } from './cases/index.ts'
import { button, email, footer, heading, html, lintOptions, read, section, words } from './email.ts'

const nowhere = '<p>See <a href="#">the oven</a>, or <a href="#">unsubscribe</a>.</p>'

/** With much wrong at once, often in one place. */
const messy = email({
  meta: { title: 'Bread', subject: 'RE: YOUR BREAD!!', preheader: '' },
  theme: { link: { color: '#2b3138', underline: false }, colors: {}, headings: {}, text: {}, button: {} },
  body: { background: '#ffffff' },
  fields: [],
  head: { css: '@import url(https://bakery.example.com/a.css);.a{color:#123456}' },
  rows: [
    section(
      'a',
      { ...heading, level: 3 },
      { ...heading, id: 'h2', level: 4, text: 'Donâ€™t wait' },
      {
        ...words,
        text: words.text.replace('loaves', '{{ count }} loaves'),
        style: { size: 10, lineHeight: 1, color: '#bbbbbb', align: 'justify' },
      },
      { id: 'faint', type: 'text', text: nowhere, style: { color: '#99999980', size: 9 }, mobile: { size: 8 } },
      { ...button, href: 'http://bakery.example.com/a b?x=1?y=2', style: { innerPadding: [2, 4, 2, 4] } },
      {
        id: 's',
        type: 'social',
        size: 16,
        items: [
          { network: 'x', href: '#' },
          { network: 'facebook', href: '' },
        ],
      },
      html(
        '<style>p{margin:0}</style><table><tr><td><table><tr><td><img src="http://bakery.example.com/a.png"></td></tr></table>',
      ),
    ),
    {
      ...(section('z', { ...footer, id: 'g' }) as object),
      box: { backgroundImage: { src: 'https://bakery.example.com/a.jpg' } },
    },
  ],
})

const ours: readonly (readonly [name: string, document: object])[] = [
  ['an email with much wrong at once', messy],
  ...Object.entries(cases).map(([id, { raises }]) => [`the case of ${id}`, raises] as const),
  ...starters.map(({ document, key }) => [`the starter ${key}`, document] as const),
]

const summaryOf = (document: EmailDocument) => lintDocument(document, lintOptions).summary
const findingsIn = (document: EmailDocument) => lintDocument(document, lintOptions).findings

function expectSettled(document: EmailDocument) {
  const before = summaryOf(document)
  const fixed = fixAll(document, blockTypes, findingsIn)
  const after = summaryOf(fixed.document)
  expect(after.errors).toBeLessThanOrEqual(before.errors)
  expect(after.errors + after.warnings).toBeLessThanOrEqual(before.errors + before.warnings)
  expect(fixAll(fixed.document, blockTypes, findingsIn).operations).toEqual([])
  const applied = applyOperations(document, fixed.operations, blockTypes)
  expect('document' in applied && applied.document).toEqual(fixed.document)
  expect(renderEmail(fixed.document, blockTypes, { target: 'sample', outputs: ['html'] }).html).toContain('</html>')
  return { before, after, ...fixed }
}

describe('all fixes of a document', () => {
  test.each(ours)('%s: raise no new finding, leave none with a fix, and are valid operations', (_name, input) => {
    expectSettled(read(input))
  })

  test('fix several findings of one node one after the other', () => {
    const { after, before, fixed } = expectSettled(read(messy))
    expect(before.errors + before.warnings).toBeGreaterThan(20)
    expect(after).toMatchObject({ errors: 0 })
    expect(fixed.filter(({ node_id }) => node_id === 't').map(({ id }) => id)).toContain('accessibility.font-small')
    expect(fixed.filter(({ node_id }) => node_id === 't').map(({ id }) => id)).toContain('accessibility.contrast')
  })

  test('can be limited to some findings', () => {
    const errorsIn = (document: EmailDocument) => findingsIn(document).filter(({ severity }) => severity === 'error')
    const { fixed } = fixAll(read(messy), blockTypes, errorsIn)
    expect(fixed.length).toBeGreaterThan(0)
    expect(fixed.every(({ severity }) => severity === 'error')).toBe(true)
  })
})
