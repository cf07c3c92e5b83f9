import { romanizeKana } from './romanize-kana.ts'

/** Scripts with a nearly phonetic spelling; others cannot be romanized without knowing the word. */
type Letters = Readonly<Record<string, readonly [usual: string, other?: string]>>

const cyrillic: Letters = {
  ...plain('абвгдезиклмнопрстуфыэіґўј', 'abvgdeziklmnoprstufyeiguj'),
  ё: ['e', 'yo'],
  ж: ['zh'],
  й: ['y', 'i'],
  х: ['kh', 'h'],
  ц: ['ts', 'c'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['shch', 'sch'],
  ъ: [''],
  ь: [''],
  ю: ['yu', 'iu'],
  я: ['ya', 'ia'],
  є: ['ye', 'ie'],
  ї: ['yi', 'i'],
  ђ: ['dj'],
  љ: ['lj'],
  њ: ['nj'],
  ћ: ['c'],
  џ: ['dz'],
}
/** Letters that occur only in Ukrainian, which romanizes some shared letters differently. */
const isUkrainian = /[іїєґ]/
const ukrainian: Letters = { ...cyrillic, г: ['h'], и: ['y'] }
const greek: Letters = {
  ...plain('αβγδεζηικλμνξοπρσςτυω', 'avgdeziiklmnxoprsstyo'),
  θ: ['th'],
  φ: ['f', 'ph'],
  χ: ['ch', 'h'],
  ψ: ['ps'],
}

// National system of 2002, as in passports.
const georgian: Letters = {
  ...plain('აბგდევზთიკლმნოპრსტუფქყჯჰ', 'abgdevztiklmnoprstupkqjh'),
  ჟ: ['zh'],
  ღ: ['gh'],
  შ: ['sh'],
  ჩ: ['ch'],
  ც: ['ts'],
  ძ: ['dz'],
  წ: ['ts'],
  ჭ: ['ch'],
  ხ: ['kh'],
}
// BGN/PCGN 1981 without diacritics.
const armenian: Letters = {
  ...plain('աբգդեզէըթիլկհմյնոպջռսվտրւփքօֆ', 'abgdezeytilkhmynopjrsvtrvpkof'),
  ժ: ['zh'],
  խ: ['kh', 'x'],
  ծ: ['ts'],
  ձ: ['dz'],
  ղ: ['gh'],
  ճ: ['ch'],
  շ: ['sh'],
  չ: ['ch'],
  ց: ['ts'],
  և: ['ev'],
}

/** Endings and pairs that are not romanized letter by letter: Dmitry, Yulia; Papadopoulos, Evangelos. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/[иы]й(?=$|[\s-])/g, 'y'],
  [/ия(?=$|[\s-])/g, 'ia'],
  [/ου/g, 'ou'],
  [/αυ/g, 'av'],
  [/ευ/g, 'ev'],
  [/γγ/g, 'ng'],
  [/(?<=^|[\s-])μπ/g, 'b'],
  [/(?<=^|[\s-])ντ/g, 'd'],
  [/ու/g, 'u'],
  [/(?<=^|[\s-])ե/g, 'ye'],
  [/(?<=^|[\s-])ո/g, 'vo'],
]

/**
 * Romanizes Cyrillic, Greek, Georgian, Armenian, Korean and kana as in passports and common use; `isOther` selects the
 * second convention. Other scripts are returned unchanged.
 */
export function romanize(name: string, { isOther = false, isFamily = false } = {}): string {
  if (/^[가-힣\s-]+$/.test(name.normalize('NFC'))) return romanizeKorean(name.normalize('NFC'), isFamily)
  if (/^[ぁ-ゖァ-ヶーｦ-ﾟ\s-]+$/u.test(name)) return romanizeKana(name, isOther)
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Georgian}\p{Script=Armenian}]/u.test(name)) return name
  // Greek accents mark stress and are dropped; Cyrillic marks form other letters.
  const isGreek = /\p{Script=Greek}/u.test(name)
  const small = isGreek
    ? name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
    : name.toLowerCase().normalize('NFC')
  const prepared = pairs.reduce((text, [pattern, value]) => text.replaceAll(pattern, value), small)
  const letters = lettersOf(small)
  return [...prepared]
    .map((letter) => {
      const [usual, other] = letters[letter] ?? [letter]
      return isOther ? (other ?? usual) : usual
    })
    .join('')
}

function lettersOf(name: string): Letters {
  if (/\p{Script=Greek}/u.test(name)) return greek
  if (/\p{Script=Georgian}/u.test(name)) return georgian
  if (/\p{Script=Armenian}/u.test(name)) return armenian
  return isUkrainian.test(name) ? ukrainian : cyrillic
}

const initials = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ')
const medials = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const finals = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p h'.split(' ')
/** Family names whose common spelling differs from the rule. */
const families: Readonly<Record<string, string>> = {
  김: 'kim',
  이: 'lee',
  박: 'park',
  최: 'choi',
  정: 'jung',
  조: 'cho',
  윤: 'yoon',
  임: 'lim',
  오: 'oh',
  신: 'shin',
  유: 'yoo',
  류: 'ryu',
  문: 'moon',
  우: 'woo',
  노: 'noh',
  구: 'koo',
}

// Revised Romanization of 2000, syllable by syllable.
function romanizeKorean(name: string, isFamily: boolean): string {
  const usual = isFamily ? families[name.trim()] : undefined
  if (usual !== undefined) return usual
  const first = 0xac00
  return [...name]
    .map((letter) => {
      const at = letter.charCodeAt(0) - first
      if (at < 0 || at >= 11_172) return letter
      return `${initials[Math.floor(at / 588)]}${medials[Math.floor((at % 588) / 28)]}${finals[at % 28]}`
    })
    .join('')
}

function plain(letters: string, latin: string): Letters {
  return Object.fromEntries([...letters].map((letter, at) => [letter, [latin[at] ?? '']]))
}
