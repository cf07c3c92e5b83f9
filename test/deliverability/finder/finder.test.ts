/** Names become spellings, spellings and patterns become guesses, and what was learned at a domain moves them. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  confidenceOf,
  patternOf,
  patterns,
  proposeCandidates,
  rankPatterns,
  readName,
} from '../../../src/deliverability/finder/index.ts'

const spellings = (first: string, last: string) => {
  const name = readName({ first, last })
  return 'unreadable' in name ? name : [name.firsts.join(' '), name.lasts.join(' ')]
}

describe('a name', () => {
  test.each([
    ['Anna', 'Ito', 'anna', 'ito'],
    ['Jürgen', 'Groß', 'jurgen juergen', 'gross'],
    ['Søren', 'Ångström', 'soren soeren', 'angstrom aangstroem'],
    ['Zoë', "O'Brien", 'zoe', 'obrien'],
    ['Łukasz', 'Þórsson', 'lukasz', 'thorsson'],
    ['Jean-Luc', 'Picard', 'jean-luc jeanluc jean', 'picard'],
    ['Mary Ann', 'Lee', 'mary maryann', 'lee'],
    ['Vincent', 'van der Berg', 'vincent vince', 'vanderberg berg'],
    ['Ana', 'García Márquez', 'ana', 'garciamarquez marquez garcia'],
    ['Ida', 'Smith-Jones', 'ida', 'smith-jones smithjones jones smith'],
    ['Nguyễn', 'Ðặng', 'nguyen', 'dang'],
    ['Анна', 'Иванова', 'anna', 'ivanova'],
    ['Юлия', 'Щукина', 'yulia iulia julia', 'shchukina schukina'],
    ['Дмитрий', 'Жуковский', 'dmitry dima', 'zhukovsky'],
    ['Сергей', 'Хрущёв', 'sergey sergei serge', 'khrushchev hruschyov'],
    ['Григорій', 'Сковорода', 'hryhoriy hryhorii', 'skovoroda'],
    ['Олексій', 'Шевченко', 'oleksiy oleksii', 'shevchenko'],
    ['Љубица', 'Ђорђевић', 'ljubitsa ljubica', 'djordjevic'],
    ['Γιώργος', 'Παπαδόπουλος', 'giorgos', 'papadopoulos'],
    ['민준', '김', 'minjun', 'kim'],
    ['서연', '황보', 'seoyeon', 'hwangbo'],
    ['たろう', 'おおの', 'taro tarou', 'ono oono'],
    ['キョウコ', 'はっとり', 'kyoko kyouko', 'hattori'],
    ['じゅんぺい', 'マッダ', 'junpei', 'madda'],
    ['გიორგი', 'შევარდნაძე', 'giorgi', 'shevardnadze'],
    ['Արմեն', 'Հակոբյան', 'armen', 'hakobyan'],
    ['Երվանդ', 'Ոսկանյան', 'yervand', 'voskanyan'],
    ['William', 'Jones', 'william bill will', 'jones'],
    ['Bill', 'Jones', 'bill william', 'jones'],
  ])('%s %s is written as in email addresses', (first, last, firsts, lasts) => {
    expect(spellings(first, last)).toEqual([firsts, lasts])
  })

  test('is expanded first where that is customary', () => {
    const at = (domain: string) => {
      const name = readName({ first: 'Jürgen', last: 'Müller' }, { domain })
      return 'unreadable' in name ? [] : name.firsts
    }
    expect([at('firma.de')[0], at('firma.com')[0], at('de.example')[0]]).toEqual(['juergen', 'jurgen', 'jurgen'])
  })

  test.each([
    ['李', 'Ito', 'first'],
    ['محمد', 'Ito', 'first'],
    ['דוד', 'Ito', 'first'],
    ['太ろう', 'Ito', 'first'],
    ['Anna', '伊藤', 'last'],
    ['', 'Ito', 'first'],
    ['Anna', '--', 'last'],
  ] as const)('%s %s cannot be romanized, which is reported', (first, last, unreadable) => {
    expect(spellings(first, last)).toEqual({ unreadable })
  })
})

describe('a pattern', () => {
  test('there are 24, and their shares are those of all addresses', () => {
    expect(patterns.length).toBe(24)
    expect(patterns.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 2)
  })

  test.each([
    ['a.ito', '{f}.{last}'],
    ['anna.ito', '{first}.{last}'],
    ['anna_ito', '{first}_{last}'],
    ['anna.i', '{first}.{l}'],
    ['anna.b.ito', '{first}.{m}.{last}'],
    ['annaito', undefined],
    ['anna.ito2', undefined],
  ])('%s has the shape of %s', (local, pattern) => {
    expect(patternOf(local)).toBe(pattern as never)
  })

  test.each([
    ['aito', '{f}{last}'],
    ['ito.anna', '{last}.{first}'],
    ['ANNA', '{first}'],
    ['sales', undefined],
  ])('%s of Anna Ito is %s', (local, pattern) => {
    expect(patternOf(local, { first: 'Anna', last: 'Ito' })).toBe(pattern as never)
  })

  test('patterns learned at the domain outweigh common ones, and rejections have little weight', () => {
    const [common] = rankPatterns([])
    expect(common?.pattern).toBe('{first}.{last}')
    const [own] = rankPatterns([{ pattern: '{last}{f}', verified: 5, failed: 0 }])
    expect(own?.pattern).toBe('{last}{f}')
    expect(own?.share).toBeGreaterThan(0.6)
    const refused = rankPatterns([{ pattern: '{first}.{last}', verified: 0, failed: 3 }])
    expect(refused[0]?.pattern).toBe('{f}{last}')
    expect(refused[1]?.pattern).toBe('{first}.{last}')
  })
})

test('candidates are ordered by likelihood, unique, and within the limit', () => {
  const name = readName({ first: 'Jürgen', last: 'van der Berg' })
  if ('unreadable' in name) throw new Error('a name')
  const guesses = proposeCandidates(name, rankPatterns([]))
  expect(guesses.map(({ local }) => local)).toEqual([
    'jurgen.vanderberg',
    'jvanderberg',
    'jurgen',
    'jurgen.berg',
    'juergen.vanderberg',
    'jberg',
    'jurgenvanderberg',
    'jurgenv',
  ])
  expect(proposeCandidates(name, rankPatterns([]), 99).length).toBe(12)
})

test('candidates are valid local parts for any name', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(word, word, (first, last) => {
      const name = readName({ first, last })
      if ('unreadable' in name) return
      const guesses = proposeCandidates(name, rankPatterns([]))
      for (const { local } of guesses) expect(local).toMatch(/^[a-z0-9][a-z0-9._-]{0,63}$/)
      expect(new Set(guesses.map(({ local }) => local)).size).toBe(guesses.length)
    }),
  )
})

test('only a server that rejects other names verifies; a pattern alone is at most probable', () => {
  expect(confidenceOf('accepted', 0)).toMatchObject({ label: 'verified' })
  expect(confidenceOf('undecided', 1)).toMatchObject({ label: 'likely' })
  expect(confidenceOf('pattern', 1)).toMatchObject({ confidence: 70, label: 'probable' })
  expect(confidenceOf('pattern', 0.3)).toMatchObject({ label: 'low' })
})

test('a mailbox with only a first name may belong to someone else', () => {
  expect(confidenceOf('accepted', 0.2, { isOneName: true })).toMatchObject({ confidence: 76, label: 'probable' })
  expect(confidenceOf('pattern', 1, { isOneName: true })).toMatchObject({ confidence: 70 })
})

test('a confidence is the sum of its terms', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('accepted', 'undecided', 'full', 'pattern'),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (proof, share) => {
        const { breakdown, confidence } = confidenceOf(proof, share)
        expect(breakdown.reduce((sum, { points }) => sum + points, 0)).toBe(confidence)
        expect(confidence).toBeWithin(0, 100)
      },
    ),
  )
})

test('an address under another name of its owner shows the same pattern', () => {
  expect(patternOf('bill.gates', { first: 'William', last: 'Gates' })).toBe('{first}.{last}')
  expect(patternOf('ivanova.a', { first: 'Анна', last: 'Иванова' })).toBe('{last}.{f}')
})
