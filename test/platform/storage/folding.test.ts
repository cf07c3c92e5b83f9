import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldForSearch, foldWithPlaces } from '../../../src/platform/storage/index.ts'

test.each([
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['don’t ‘so’ ´so´', "don't 'so' 'so'"],
  ['“Quoted” „so“', '"quoted" "so"'],
  ['x‑ray – a—b −1', 'x-ray - a-b -1'],
  ['Grüße STRAẞE', 'grusse strasse'],
  ['Łódź, Smørrebrød, Ævar, Œuvre, þing', 'lodz, smorrebrod, aevar, oeuvre, thing'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['Ёлка', 'елка'],
  ['ﬁne ｆｕｌｌ', 'fine full'],
  ['news\u00adletter zero\u200bwidth', 'newsletter zerowidth'],
  ['שָׁלוֹם', 'שלום'],
  ['كِتَابٌ أحمد', 'كتاب احمد'],
  ['が ガ', 'が ガ'],
  ['한국', '한국'],
  ['हिन्दी ไทย', 'हिन्दी ไทย'],
])('%p is searched as %p', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})

const letters = fc.string({ unit: fc.constantFrom(...'aÄéß’ﬁĸ한がहि\u0301\u00ad🎉İΣ '), maxLength: 20 })

test('folding again changes nothing, and what is folded with its places is the same', () => {
  fc.assert(
    fc.property(letters, (text) => {
      const folded = foldForSearch(text)
      expect(foldForSearch(folded)).toBe(folded)
      expect(foldWithPlaces(text.normalize('NFC')).folded).toBe(folded)
    }),
  )
})

test('every character knows the letter that it comes from', () => {
  const text = 'Die Straße, l’Œuvre'
  const { folded, spanOf } = foldWithPlaces(text)
  const shown = (word: string) => {
    const { start, end } = spanOf(folded.indexOf(word), folded.indexOf(word) + word.length)
    return text.slice(start, end)
  }
  expect(['strasse', 'stras', 'se', "l'o", 'uvre'].map(shown)).toEqual(['Straße', 'Straß', 'ße', 'l’Œ', 'uvre'])
})
