import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../src/email/blocks/index.ts'
import {
  bandFields,
  bodyFields,
  columnFields,
  darkBodyFields,
  sectionFields,
} from '../../src/editor/inspector/structure-fields.ts'
import { otherLanguages as otherContent } from '../../src/editor/locale/content/index.ts'
import { en, otherLanguages } from '../../src/editor/locale/index.ts'
import { loadPanelWords, otherLanguages as otherPanels, texts } from '../../src/editor/locale/panels/index.ts'
import { otherLanguages as otherTyping, texts as typing } from '../../src/editor/locale/text/index.ts'
import {
  buttonFields,
  classFields,
  headingFields,
  linkFields,
  textFields,
} from '../../src/editor/styles/style-fields.ts'
import { type Message, englishWords } from '../../src/ui/locale/index.ts'
import { contentOf, labelsOf } from '../email/blocks/declared-texts.ts'

const languages = ['de', 'fr', 'es', 'pt', 'it', 'ja', 'ar']

/** The names that a text puts values in for. */
const valuesIn = (message: Message | undefined): string[] =>
  [...new Set(JSON.stringify(message ?? '').match(/\{\w+\}/g))].sort()

const content = new Set([...blockTypes.values()].flatMap(contentOf))

const declared = [...blockTypes.values()].flatMap(({ fields }) => [...fields])
const own = [sectionFields, bandFields, columnFields, bodyFields, darkBodyFields, textFields, headingFields]
const labels = new Set(labelsOf([...declared, ...own.flat(), ...linkFields, ...buttonFields, ...classFields]))

test('the editor has eight languages', () => {
  expect(Object.keys(otherLanguages)).toEqual(languages)
  expect(Object.keys(otherPanels)).toEqual(languages)
  expect(Object.keys(otherTyping)).toEqual(languages)
  expect(Object.keys(otherContent)).toEqual(languages)
})

describe.each(languages)('%s', (language) => {
  test('has every text of the shell, with the same values in it', async () => {
    const loaded = await otherLanguages[language]?.()
    const found: Partial<Record<string, Message>> = loaded?.texts ?? {}
    expect(Object.keys(found).sort()).toEqual(Object.keys(en).sort())
    for (const [key, message] of Object.entries<Message>(en))
      expect([key, valuesIn(found[key])]).toEqual([key, valuesIn(message)])
    expect(Object.keys(loaded?.kit ?? {}).sort()).toEqual(Object.keys(englishWords).sort())
    expect(Object.keys(loaded?.names ?? {}).sort()).toEqual([...blockTypes.keys()].sort())
  })

  test('has every text of the panels, with the same values in it', async () => {
    const loaded = await otherPanels[language]?.()
    const found: Partial<Record<string, Message>> = loaded?.texts ?? {}
    expect(Object.keys(found).sort()).toEqual(Object.keys(texts).sort())
    for (const [key, message] of Object.entries<Message>(texts))
      expect([key, valuesIn(found[key])]).toEqual([key, valuesIn(message)])
  })

  test('has every text of typing, with the same values in it', async () => {
    const loaded = await otherTyping[language]?.()
    const found: Partial<Record<string, Message>> = loaded?.texts ?? {}
    expect(Object.keys(found).sort()).toEqual(Object.keys(typing).sort())
    for (const [key, message] of Object.entries<Message>(typing))
      expect([key, valuesIn(found[key])]).toEqual([key, valuesIn(message)])
  })

  test('has every label that block types declare', async () => {
    const loaded = await otherPanels[language]?.()
    expect([...labels].filter((label) => loaded?.labels[label] === undefined)).toEqual([])
  })

  test('has every word that a new block begins with', async () => {
    const { texts: found = {} } = (await otherContent[language]?.()) ?? {}
    expect(Object.keys(found).sort()).toEqual([...content].sort())
    expect(Object.values(found).filter((text) => text.trim() === '')).toEqual([])
  })

  test('leaves no text empty, and has the plural forms of its language', async () => {
    const [shell, panels] = [await otherLanguages[language]?.(), await otherPanels[language]?.()]
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries<Message>({ ...shell?.texts, ...panels?.texts })) {
      if (typeof message === 'string') expect([key, message.trim()]).not.toEqual([key, ''])
      // Millions take a form of their own in French, Spanish, Portuguese and Italian, which nothing here reaches.
      else expect([key, ...forms.filter((form) => message[form] === undefined && form !== 'many')]).toEqual([key])
    }
  })
})

test('what the importer warns of has words in every language', () => {
  const codes = new Set<string>()
  const root = join(import.meta.dir, '../../src/email/import')
  for (const file of new Glob('**/*.ts').scanSync(root)) {
    // Designs of other editors are imported elsewhere.
    if (file.startsWith('designs')) continue
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, code = ''] of source.matchAll(/(?:\badd|warnAt)\([^'`]*'([A-Z]+(?:_[A-Z]+)*)'/g)) codes.add(code)
  }
  expect(codes.size).toBeGreaterThan(8)
  expect([...codes].filter((code) => !Object.hasOwn(texts, `warning.${code}`))).toEqual([])
})

test('a regional locale falls back to its language', async () => {
  expect((await loadPanelWords('de-AT')).t('group.content')).toBe('Inhalt')
  expect((await loadPanelWords('pt-BR')).label('Padding')).toBe('Preenchimento')
  expect((await loadPanelWords('tlh')).locale).toBe('en')
})
