/** The schema that requests are published with accepts what readDocument accepts. */
import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { emailDocumentInputSchema, emailDocumentSchema, readDocument } from '../../../src/email/document/index.ts'
import { publishedMark } from '../../../src/kernel/schema/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { documents } from './arbitrary.ts'
import { blocks, issuesOf, valid } from './sample.ts'

const fits = (input: unknown) => Value.Check(emailDocumentInputSchema, input)

const guide = await Bun.file(new URL('../../../docs/document.md', import.meta.url)).text()
const [, example = ''] = /```json\n(\{\n {2}"schema"[^]*?)\n```/.exec(guide) ?? []

const section = { columns: [{ blocks: [{ type: 'spacer', height: 8 }] }] }
const styled = (box: unknown) => ({ rows: [{ ...section, box }] })

describe('accepted by the schema and the service', () => {
  test.each<[string, unknown]>([
    ['nothing at all', {}],
    ['the first example of the guide', JSON.parse(example)],
    ['a section without id, type, stack and column widths', { rows: [section] }],
    ['a group and an instance without type', { rows: [{ rows: [section] }, { ref: { id: 'm', version: 'latest' } }] }],
    ['padding as one number', styled({ padding: 24 })],
    ['padding as vertical and horizontal', styled({ padding: [8, 16], innerPadding: 4 })],
    ['padding as four sides', styled({ padding: [1, 2, 3, 4] })],
    ['a flag that is off', { rows: [{ ...section, hide: { mobile: false } }] }],
    ['a theme of one color', { theme: { colors: { ink: '#111111' } } }],
    ['HTML as rich text', { rows: [{ columns: [{ blocks: [{ type: 'text', text: '<p>Hi</p>' }] }] }] }],
    ['a body without width', { body: { background: '#ffffff' } }],
  ])('%s', (_, document) => {
    expect(fits(document)).toBe(true)
    expect(valid(document)).toHaveProperty('schema')
  })

  test('every canonical document', () => {
    for (const { document } of starters) expect(fits(document)).toBe(true)
    fc.assert(
      fc.property(documents, (document) => {
        expect(fits(document)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})

describe('refused by the schema and the service', () => {
  test.each<[string, unknown]>([
    ['three sides', styled({ padding: [1, 2, 3] })],
    ['a row of nothing', { rows: [{}] }],
    ['a section without columns', { rows: [{ type: 'section', columns: [] }] }],
    ['a column without blocks', { rows: [{ columns: [{}] }] }],
    ['a block without type', { rows: [{ columns: [{ blocks: [{}] }] }] }],
    ['an unknown member', { title: 'Hi' }],
    ['another schema version', { schema: 'svc.email/9' }],
  ])('%s', (_, document) => {
    expect(fits(document)).toBe(false)
    expect(issuesOf(document)).not.toEqual([])
  })
})

describe('URLs', () => {
  const { src } = backgroundOf(emailDocumentSchema.properties.body)
  const published = (src as { [publishedMark]?: { pattern: string } })[publishedMark]
  const pattern = new RegExp(published?.pattern ?? '(?!)')
  const assets = { logo: { url: 'https://example.com/logo.png', width: 10, height: 10, mime: 'image/png' } }
  const issues = (url: string) => {
    const read = readDocument({ assets, body: { backgroundImage: { src: url } } }, blocks)
    return 'issues' in read ? read.issues : []
  }

  test.each(['', 'logo', 'HTTPS://example.com/a b', 'tel:+49 30 1', '#top', '/cdn/assets/1', '{{ hero.url }}/x.png'])(
    '%p is accepted by the published pattern and the service',
    (url) => {
      expect(issues(url)).toEqual([])
      expect(url).toMatch(pattern)
    },
  )

  test.each([
    '//example.com/a.png',
    'javascript:alert(1)',
    'https:/example.com',
    '/a.png',
    'https://a\tb',
    ' ',
    'a.png',
  ])('%p is refused by the published pattern and the service', (url) => {
    expect(issues(url)).not.toEqual([])
    expect(url).not.toMatch(pattern)
  })

  test('one that may be the name of an asset says that there is none', () => {
    expect(issues('header')).toEqual([
      {
        path: '/body/backgroundImage/src',
        message: expect.stringContaining('an asset "header" is not found') as string,
      },
    ])
  })

  test('whatever the service accepts fits the pattern', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 70 }),
      fc.string({ unit: fc.constantFrom(...'htps:/#{}cdnmailto \n\0_-'), maxLength: 20 }),
    )
    fc.assert(
      fc.property(texts, (url) => {
        if (issues(url).length === 0) expect(url).toMatch(pattern)
      }),
    )
  })
})

function backgroundOf(body: TSchema): Record<string, TSchema> {
  const { backgroundImage } = body.properties as Record<string, TSchema>
  return backgroundImage?.properties as Record<string, TSchema>
}

test('the canonical schema is stricter than the input schema', () => {
  expect(Value.Check(emailDocumentSchema, JSON.parse(example))).toBe(false)
})
