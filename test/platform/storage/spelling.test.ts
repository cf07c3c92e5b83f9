import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Store, findSpellings } from '../../../src/platform/storage/index.ts'
import { isOneEditAway, saveVocabulary, wordsIn } from '../../../src/platform/storage/spelling.ts'
import { eachDialect } from '../../support/store.ts'
import { addProject } from './rows.ts'

test.each([
  ['spring', 'sprinng', true],
  ['spring', 'sprin', true],
  ['spring', 'pring', true],
  ['spring', 'sproing', true],
  ['spring', 'sprong', true],
  ['spring', 'psring', true],
  ['spring', 'spirgn', false],
  ['spring', 'sprang!', false],
  ['spring', 'spring', false],
  ['grüße', 'grüse', true],
])('%s and %s are one edit apart: %p', (one, other, expected) => {
  expect([isOneEditAway(one, other), isOneEditAway(other, one)]).toEqual([expected, expected])
})

test('one random edit of any word is one edit away', () => {
  const edits: ((word: string, at: number, letter: string) => string)[] = [
    (word, at, letter) => word.slice(0, at) + letter + word.slice(at),
    (word, at) => word.slice(0, at) + word.slice(at + 1),
    (word, at, letter) => word.slice(0, at) + letter + word.slice(at + 1),
    (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ]
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-d]{5,9}$/),
      fc.nat(4),
      fc.constantFrom('a', 'z'),
      fc.nat(3),
      (word, at, letter, kind) => {
        const edited = edits[kind]?.(word, at, letter) ?? word
        expect(isOneEditAway(word, edited)).toBe(word !== edited)
      },
    ),
  )
})

eachDialect((_, open) => {
  let store: Store
  const meant = async (...words: string[]) => Object.fromEntries(await findSpellings(store.read, ['prj_1'], words))

  beforeAll(async () => {
    store = await open()
    await addProject(store)
    await addProject(store, 'prj_2')
    await store.tx(async (db) => {
      await saveVocabulary(
        db,
        'prj_1',
        wordsIn(['newsletter for spring, 50% off; grüße', 'springs and 100000 odd_things']),
      )
      await saveVocabulary(db, 'prj_1', wordsIn(['spring again']))
      await saveVocabulary(db, 'prj_2', ['secretive'])
    })
  })

  test('a word that stands nowhere is taken for those one letter away', async () => {
    expect(await meant('newslettre', 'sprin9', 'grüsse')).toEqual({ newslettre: ['newsletter'], sprin9: ['spring'] })
    expect(await meant('grüßee')).toEqual({ grüßee: ['grüße'] })
    expect(await meant('sprinqs')).toEqual({ sprinqs: ['springs'] })
  })
  test('a word that stands somewhere, also inside a longer one, is left alone, and so are short ones', async () => {
    expect(await meant('spring', 'letter', 'pring', 'agai', 'odd', 'ofg', '%', 'a_b_c')).toEqual({})
  })
  test('no word of another project is guessed', async () => {
    expect(await meant('secretivo')).toEqual({})
  })
})
