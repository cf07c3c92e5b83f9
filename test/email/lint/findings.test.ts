import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Row, applyOperations, expandModules } from '../../../src/email/document/index.ts'
import { lintDocument, rules } from '../../../src/email/lint/index.ts'
import { documents } from '../document/arbitrary.ts'
import { button, email, findingsOf, footer, heading, lint, lintOptions, read, section, words } from './email.ts'

const faint = { ...words, id: 'w', style: { color: '#b0b0b0' } }
const nowhere = { id: 'l', type: 'text', text: '<p>See <a href="#">the oven</a>.</p>' }

describe('findings', () => {
  test('come errors first, then in the order of the document, and are counted', () => {
    const { findings, summary } = lint(email({ more: [faint, nowhere], meta: { subject: 'Bread!!' } }))
    expect(findings.map(({ id }) => id)).toEqual([
      'links.empty',
      'accessibility.contrast',
      'inbox.loud-punctuation',
      'inbox.subject-length',
    ])
    expect(summary).toEqual({ errors: 1, warnings: 1, hints: 2, omitted: 0 })
  })

  test('have a reason and a link to the documentation', () => {
    const [finding] = lint(email({ more: [faint] })).findings
    expect(finding).toMatchObject({ severity: 'warning', node_id: 'w', prop: 'style.color' })
    expect(finding?.why).not.toBe('')
    expect(finding?.doc_url).toStartWith('https://www.w3.org/')
    expect(finding?.message).toStartWith('Text “Dear {{ name }}')
  })

  test('name nodes without words by their place, never by their ids', () => {
    const image = (id: string) => ({
      id,
      type: 'image',
      src: 'https://bakery.example.com/a.png',
      alt: '',
      style: { width: 400 },
    })
    const social = (id: string, ...links: string[]) => ({
      id,
      type: 'social',
      size: 44,
      items: ['instagram', 'x'].map((network, index) => ({ network, href: links[index] ?? '' })),
    })
    const more = [image('one'), image('other'), social('new'), social('half', 'https://example.com/a')]
    const { findings } = lint(email({ more }), { ignore: ['inbox', 'size'] })
    expect(findings.map(({ message }) => message)).toEqual([
      'The first social links: none of its links has an address.',
      'The second social links: the link to X has no address.',
      'The first image: an image 400 px wide has no alternative text.',
      'The second image: an image 400 px wide has no alternative text.',
    ])
  })

  test('are ignored by rule or family, for one call or in the document', () => {
    const document = email({ more: [faint, nowhere] })
    expect(lint(document, { ignore: ['accessibility.contrast'] }).findings.map(({ id }) => id)).toEqual(['links.empty'])
    expect(lint(document, { ignore: ['accessibility', 'links'] }).findings).toEqual([])
    expect(
      lint(email({ more: [faint, nowhere], meta: { ignoredRules: ['accessibility', 'links.empty'] } })).findings,
    ).toEqual([])
  })

  test('are fifty of a rule at most; the rest is counted', () => {
    const many = Array.from({ length: 70 }, (_, index) => ({ ...nowhere, id: `n${index}` }))
    const { findings, summary } = lint(email({ more: many }))
    expect(findings.filter(({ id }) => id === 'links.empty')).toHaveLength(50)
    expect(summary).toMatchObject({ errors: 70, omitted: 20 })
  })

  test('have no fix that a lock forbids', () => {
    expect(
      findingsOf('links.empty', email({ more: [{ ...nowhere, lock: { content: true } }] }))[0]?.fix,
    ).toBeUndefined()
    expect(findingsOf('links.empty', email({ more: [nowhere] }))[0]?.fix).toBeDefined()
  })

  test('in a module are reported for its instance, without a fix', () => {
    const use = { id: 'use', type: 'module', ref: { id: 'mod', version: 'latest' } }
    const document = read(email({ rows: [section('s', heading, words, button, footer), use] }))
    const module = read({ rows: [section('m', nowhere)] })
    const whole = expandModules(document, () => ({ nodes: module.rows as Row[] })).document
    const [finding] = lintDocument(whole, lintOptions).findings.filter(({ id }) => id === 'links.empty')
    expect(finding).toMatchObject({ node_id: 'use' })
    expect(finding).not.toHaveProperty('fix')
    expect(finding).not.toHaveProperty('prop')
  })

  test('in a repeated block are reported once', () => {
    const looping = { ...nowhere, each: { in: 'items', as: 'item', limit: 5 } }
    const fields = [
      { path: 'name', type: 'string', default: 'friend' },
      { path: 'items', type: 'list', sample: [1, 2, 3] },
    ]
    expect(findingsOf('links.empty', email({ more: [looping], fields }))).toHaveLength(1)
  })

  test('about marketing emails are omitted for transactional emails', () => {
    const document = email({ blocks: [heading, words, button] })
    expect(lint(document, { type: 'transactional' }).findings).toEqual([])
    expect(lint(document, { type: 'newsletter' }).findings.map(({ id }) => id)).toEqual([
      'links.unsubscribe-missing',
      'inbox.postal-address-missing',
    ])
  })

  test('are the same for the same document', () => {
    const document = read(email({ more: [faint, nowhere] }))
    expect(lintDocument(structuredClone(document), lintOptions)).toEqual(lintDocument(document, lintOptions))
  })
})

test('any document is checked without an error, and every fix applies', () => {
  fc.assert(
    fc.property(documents, (arbitrary) => {
      // They are made for a smaller set of block types, which takes spacers of no height.
      const document = read(JSON.parse(JSON.stringify(arbitrary).replaceAll('"height":0', '"height":1')) as object)
      for (const { fix } of lintDocument(document, lintOptions).findings) {
        if (fix === undefined) continue
        const applied = applyOperations(document, fix.operations, blockTypes)
        if ('issues' in applied) throw new Error(JSON.stringify({ fix, issues: applied.issues }))
      }
    }),
    { numRuns: 25 },
  )
})

test('rules have ids of their family and file', async () => {
  const files = new Bun.Glob('*/*.ts').scanSync(`${import.meta.dir}/../../../src/email/lint/rules`)
  const ids = [...files].map((file) => file.replace('/', '.').replace(/\.ts$/, ''))
  expect(ids.toSorted()).toEqual(rules.map(({ id }) => id).toSorted())
})
