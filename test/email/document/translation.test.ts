import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type EmailDocument,
  directionOf,
  findNode,
  hashSource,
  readDocument,
  restoreNodes,
  settingTranslations,
  textParts,
  translate,
  translationStatus,
  withPart,
  withTranslation,
  applyOperations,
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
    const of = (locale: string) =>
      translationStatus(document, locale, blockTypes)?.flatMap(({ id, prop, state }) =>
        state === 'missing' ? [`${id}.${prop}`] : [],
      )
    expect(of('pt-BR')).toEqual(['meta.subject', 's.items', 'h.html'])
    expect(of('fr')).toEqual(['meta.subject', 'b.label', 'i.alt', 's.items', 'h.html'])
    expect(of('en')).toBeUndefined()
    expect(of('en-US')).toBeUndefined()
    const { translations: _gone, ...alone } = document
    expect(translationStatus(alone, 'fr', blockTypes)).toBeUndefined()
  })
})

describe('a translation', () => {
  const start = read({ default: 'en', locales: { pt: { 'i.alt': 'Uma lâmpada' } } }, blocks)
  const stateOf = (document: EmailDocument, locale: string, key: string) =>
    translationStatus(document, locale, blockTypes)?.find(({ id, prop }) => `${id}.${prop}` === key)?.state
  const change = (document: EmailDocument, ...operations: Parameters<typeof applyOperations>[1]) => {
    const applied = applyOperations(document, operations, blockTypes)
    if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
    return applied.document
  }
  const set = (locale: string, key: string, value: unknown, source: unknown) =>
    settingTranslations(
      withTranslation(start.translations ?? { default: 'en', locales: {} }, { locale, key, value, source }),
    )
  const translated = change(start, set('pt', 'b.label', 'Comprar', 'Buy'))

  test('is out of date as soon as its source differs from the one that it was made of', () => {
    expect(stateOf(start, 'pt', 'b.label')).toBe('missing')
    expect(stateOf(translated, 'pt', 'b.label')).toBe('translated')
    const edited = change(translated, { op: 'set', id: 'b', props: { label: 'Buy now' } })
    expect(stateOf(edited, 'pt', 'b.label')).toBe('outdated')
    expect(stateOf(edited, 'pt-BR', 'b.label')).toBe('outdated')
    const back = change(edited, { op: 'set', id: 'b', props: { label: 'Buy' } })
    expect(stateOf(back, 'pt', 'b.label')).toBe('translated')
  })

  test('without a hash of its source is never out of date', () => {
    const edited = change(start, { op: 'set', id: 'i', props: { alt: 'Another lamp' } })
    expect(stateOf(edited, 'pt', 'i.alt')).toBe('translated')
  })

  test('is removed together with its hash', () => {
    const removed = change(
      translated,
      settingTranslations(
        withTranslation(translated.translations as never, {
          locale: 'pt',
          key: 'b.label',
          value: undefined,
          source: 'Buy',
        }),
      ),
    )
    expect(removed.translations).toEqual({
      default: 'en',
      locales: { pt: { 'i.alt': 'Uma lâmpada' } },
      sources: { pt: {} },
    })
  })

  test('loses its hash when a document without the translation is read', () => {
    const sources = { pt: { 'b.label': '1', 'i.alt': '2' }, de: { 'b.label': '3' } }
    const { translations } = read({ default: 'en', locales: { pt: { 'i.alt': 'Uma' } }, sources }, blocks)
    expect(translations?.sources).toEqual({ pt: { 'i.alt': '2' }, de: {} })
  })

  test('returns with its hash when its node is restored from a version', () => {
    const without = change(translated, settingTranslations({ locales: { pt: {} }, sources: { pt: {} } }), {
      op: 'remove',
      id: 'b',
    })
    const restored = restoreNodes({ current: without, version: translated }, ['b'], blockTypes)
    if ('issues' in restored) throw new Error(JSON.stringify(restored.issues))
    const { translations } = change(without, ...restored.operations)
    expect(translations?.sources).toEqual(translated.translations?.sources)
    expect(translations?.locales).toEqual({ pt: { 'b.label': 'Comprar' } })
  })

  test('has a hash that depends on every value and on no order of members', () => {
    expect(hashSource({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(hashSource({ b: [{ d: 3, c: 2 }], a: 1 }))
    const values = ['', ' ', 'a', 'b', 'ab', 'ba', ['a', 'b'], ['b', 'a'], { a: 'b' }, { b: 'a' }, ['ab'], 1, true]
    expect(new Set(values.map(hashSource)).size).toBe(values.length)
  })
})

test('a value with several texts is translated text by text, with the links of its items', () => {
  const items = [
    { label: 'Shop', href: 'https://example.com/shop' },
    { label: '20 %', href: 'https://example.com/sale' },
  ]
  const text = { id: 'm', prop: 'items', value: items }
  expect(textParts(text, 'menu', blockTypes)).toEqual([
    { path: [0, 'label'], kind: 'line', value: 'Shop' },
    { path: [0, 'href'], kind: 'link', value: 'https://example.com/shop' },
    { path: [1, 'href'], kind: 'link', value: 'https://example.com/sale' },
  ])
  expect(withPart(items, [0, 'label'], 'Loja')).toEqual([{ ...items[0], label: 'Loja' }, items[1]])
})
