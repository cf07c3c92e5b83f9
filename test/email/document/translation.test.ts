import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type EmailDocument,
  directionOf,
  findNode,
  readDocument,
  translate,
  untranslated,
} from '../../../src/email/document/index.ts'

function read(translations: object, blocks: object[], meta: object = {}): EmailDocument {
  const input = { meta: { title: 'T', lang: 'en', ...meta }, rows: [{ columns: [{ blocks }] }], translations }
  const result = readDocument(input, blockTypes)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.document
}

const blocks = [
  { id: 'b', type: 'button', label: 'Buy', href: 'https://example.com' },
  { id: 'i', type: 'image', src: 'https://example.com/a.png', alt: 'A lamp' },
  { id: 'v', type: 'text', text: '{{ price }} – 20 %' },
  { id: 's', type: 'social', items: [{ network: 'x', href: 'https://example.com', label: 'Follow' }] },
  { id: 'h', type: 'html', html: '<p>{% if a %}Words{% endif %}</p>' },
  { id: 'd', type: 'divider' },
]

test('a key with a line break is refused like any other that names no property', () => {
  const locales = { de: { 'b.la\nbel': 'Kaufen' } }
  const message = 'expected a key nodeId.prop or meta.prop that names a property of that node'
  expect(() => read({ default: 'en', locales }, blocks)).toThrow(message)
})

describe('a locale', () => {
  const locales = {
    pt: { 'b.label': 'Comprar', 'i.alt': 'Uma lâmpada' },
    'pt-BR': { 'b.label': 'Compre' },
    en: { 'b.label': 'Own' },
  }
  const document = read({ default: 'en', locales }, blocks, { subject: 'Hello' })
  const label = (locale: string) => (findNode(translate(document, locale), 'b') as { label?: string }).label
  const alt = (locale: string) => (findNode(translate(document, locale), 'i') as { alt?: string }).alt

  test('falls back to its language, then to the default', () => {
    expect([label('pt-BR'), alt('pt-BR')]).toEqual(['Compre', 'Uma lâmpada'])
    expect([label('pt-PT'), alt('pt-PT')]).toEqual(['Comprar', 'Uma lâmpada'])
    expect([label('PT-br-x-any'), translate(document, 'pt-BR').meta.subject]).toEqual(['Compre', 'Hello'])
  })

  test('of the document itself is the document', () => {
    for (const locale of ['en', 'en-GB', 'fr', 'zh-Hant']) expect(translate(document, locale)).toBe(document)
  })

  test('changes the direction only if its language has the other direction', () => {
    const rtl = read(
      { default: 'en', locales: { he: { 'b.label': 'קנו' }, de: { 'b.label': 'Kaufen' }, ar: { 'meta.dir': 'ltr' } } },
      blocks,
    )
    expect(translate(rtl, 'he').meta).toMatchObject({ lang: 'he', dir: 'rtl' })
    expect(translate(rtl, 'he-IL').meta).toMatchObject({ lang: 'he-IL', dir: 'rtl' })
    expect(translate(rtl, 'de').meta.dir).toBeUndefined()
    expect(translate(rtl, 'ar').meta.dir).toBe('ltr')
    const arabic = read({ default: 'ar', locales: { en: { 'b.label': 'Buy' } } }, blocks, { lang: 'ar', dir: 'rtl' })
    expect(translate(arabic, 'en').meta).toMatchObject({ lang: 'en', dir: 'ltr' })
  })

  test.each<[string, 'ltr' | 'rtl']>([
    ['ar', 'rtl'],
    ['ar-EG', 'rtl'],
    ['he', 'rtl'],
    ['fa-IR', 'rtl'],
    ['ur', 'rtl'],
    ['yi', 'rtl'],
    ['de', 'ltr'],
    ['zh-Hant-TW', 'ltr'],
    ['az-Arab', 'rtl'],
    ['ar-Latn', 'ltr'],
    ['ku', 'ltr'],
    ['ku-Arab', 'rtl'],
    ['ckb', 'rtl'],
    ['', 'ltr'],
  ])('%s is written %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction)
  })

  test('reports untranslated texts, and no URLs or settings', () => {
    const of = (locale: string) => untranslated(document, locale, blockTypes)?.map(({ id, prop }) => `${id}.${prop}`)
    expect(of('pt-BR')).toEqual(['meta.subject', 's.items', 'h.html'])
    expect(of('fr')).toEqual(['meta.subject', 'b.label', 'i.alt', 's.items', 'h.html'])
    expect(of('en')).toBeUndefined()
    expect(of('en-US')).toBeUndefined()
    const { translations: _gone, ...alone } = document
    expect(untranslated(alone, 'fr', blockTypes)).toBeUndefined()
  })
})
