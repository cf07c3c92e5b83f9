import { expect, test } from 'bun:test'
import type { LintOptions } from '../../../src/email/lint/index.ts'
import { button, email, findingsOf, footer, heading, html, section, words } from './email.ts'

interface Row {
  fact: string
  rule: string
  document: object
  options?: Partial<LintOptions>
}

const fields = (...more: object[]) => [{ path: 'name', type: 'string', sample: 'Ada', default: 'friend' }, ...more]
const shown = (id: string, when: object) => ({ ...words, id, when })
const small = { ...footer, style: { size: 12 } }

const rows: readonly Row[] = [
  {
    fact: 'a tag of another system that translates words gives a link its words',
    rule: 'accessibility.link-name',
    document: email({ more: [html('<a href="https://bakery.example.com/">{% trans "View order" %}</a>')] }),
  },
  {
    fact: 'of two branches on one field the samples show one',
    rule: 'data.condition-hides',
    document: email({
      more: [
        shown('many', { op: 'gt', path: 'count', value: 3 }),
        shown('few', { op: 'lte', path: 'count', value: 3 }),
      ],
      fields: fields({ path: 'count', type: 'number', sample: 5 }),
    }),
  },
  {
    fact: 'a field without a sample is not told of by what depends on it',
    rule: 'data.condition-hides',
    document: email({
      more: [shown('many', { op: 'gt', path: 'count', value: 3 })],
      fields: fields({ path: 'count', type: 'number' }),
    }),
  },
  {
    fact: 'the small print of a footer may have 12 px',
    rule: 'accessibility.font-small',
    document: email({ rows: [section('s', heading, words, button), section('e', small)] }),
  },
  {
    fact: 'a link whose words are underlined has a line below',
    rule: 'accessibility.link-color-only',
    document: email({
      theme: { link: { color: '#2b3138', underline: false } },
      blocks: [
        heading,
        { ...words, text: '<p>Look at <a href="https://bakery.example.com/"><u>our loaves</u></a> of today.</p>' },
      ],
    }),
  },
  {
    fact: 'plain text is compared with what the samples show',
    rule: 'inbox.plain-text-thin',
    document: email({
      blocks: [
        { id: 'h', type: 'text', text: '<p>Bread</p>' },
        ...[1, 2, 3, 4].map((number) => shown(`w${number}`, { op: 'eq', path: 'open', value: true })),
      ],
      fields: fields({ path: 'open', type: 'boolean', sample: false }),
    }),
  },
  {
    fact: 'what is known everywhere but for rare values is not told of',
    rule: 'client-support.uneven',
    document: email({
      more: [html('<p style="text-align:center;font-size:16px;font-weight:600;text-decoration:none">Bread</p>')],
    }),
  },
]

test.each(rows)('$fact', ({ document, options, rule }) => {
  expect(findingsOf(rule, document, options)).toEqual([])
})

test('undeclared fields of an email without declarations are one finding with one fix', () => {
  const many = { id: 'm', type: 'text', text: '<p>{{ first_name }} {{ order.code }} {{ order.total }}</p>' }
  const found = findingsOf('data.undeclared-field', email({ blocks: [heading, many, footer], fields: [] }))
  expect(found.map(({ message }) => message)).toEqual([
    'The email declares none of its 3 fields: first_name, order.code, order.total.',
  ])
  expect(found[0]?.fix?.operations).toMatchObject([
    { op: 'settings', props: { fields: [{ path: 'first_name' }, { path: 'order.code' }, { path: 'order.total' }] } },
  ])
})

test('the fix of an empty link labeled unsubscribe makes it an unsubscribe link', () => {
  const nowhere = { ...footer, text: '<p>Bakery. <a href="#">Unsubscribe</a></p>' }
  const [finding] = findingsOf('links.empty', email({ blocks: [heading, words, button, nowhere] }))
  expect(finding?.fix?.label).toBe('Make it an unsubscribe link')
  expect(JSON.stringify(finding?.fix?.operations)).toContain('"link":{"role":"unsubscribe"}')
})

test('a heading keeps its style when its level changes', () => {
  const deep = { id: 'd', type: 'heading', level: 4, text: 'Deep' }
  const [finding] = findingsOf('accessibility.heading-order', email({ more: [deep] }))
  expect(finding?.fix?.operations).toMatchObject([{ op: 'set', props: { level: 2, style: { size: 16, weight: 700 } } }])
})

test('the fix limits loops in marketing emails only, so that every item of an order stays', () => {
  const looping = { ...words, id: 'loop', each: { in: 'items', as: 'item' } }
  const document = email({ more: [looping], fields: fields({ path: 'items', type: 'list', sample: [1, 2] }) })
  const fixes = (['promotional', 'transactional'] as const).map((type) =>
    findingsOf('data.loop-unlimited', document, { type }).map(({ fix }) => fix?.label),
  )
  expect(fixes).toEqual([['Limit it to 50'], [undefined]])
})

test('a link that looks like the text around it is found', () => {
  const document = email({
    theme: { link: { color: '$color.ink', underline: false } },
    blocks: [
      heading,
      { ...words, text: '<p>Look at what is new: <a href="https://bakery.example.com/">our loaves</a>.</p>' },
    ],
  })
  expect(findingsOf('accessibility.link-color-only', document).map(({ message }) => message)).toEqual([
    'Text “Look at what is new: our loaves.”: “our loaves” is a link without an underline, #1f2328 beside #1f2328.',
  ])
})
