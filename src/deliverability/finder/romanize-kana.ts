/** Hepburn table as in Japanese passports; rows in the order a, i, u, e, o, with a hyphen for a missing letter. */
const rows = `あいうえお a i u e o|かきくけこ ka ki ku ke ko|がぎぐげご ga gi gu ge go|さしすせそ sa shi su se so
  |ざじずぜぞ za ji zu ze zo|たちつてと ta chi tsu te to|だぢづでど da ji zu de do|なにぬねの na ni nu ne no
  |はひふへほ ha hi fu he ho|ばびぶべぼ ba bi bu be bo|ぱぴぷぺぽ pa pi pu pe po|まみむめも ma mi mu me mo
  |らりるれろ ra ri ru re ro|やゆよ ya yu yo|わゐゑをん wa i e o n|ゔ vu`

const syllables = new Map(
  rows.split('|').flatMap((row) => {
    const [letters = '', ...latin] = row.trim().split(/\s+/)
    return [...letters].map((letter, at) => [letter, latin[at] ?? ''] as const)
  }),
)
/** Small kana, which replace the vowel of the preceding one. */
const small = new Map(
  [...'ゃゅょぁぃぅぇぉ'].map((letter, at) => [letter, 'ya yu yo a i u e o'.split(' ')[at] ?? ''] as const),
)

/** Romanizes kana by Hepburn: long vowels short as in passports (Taro, Ono), or written out with `isOther` (Tarou). */
export function romanizeKana(name: string, isOther: boolean): string {
  // Katakana have the same offsets in their block as hiragana.
  const letters = [...name.normalize('NFKC')].map((letter) =>
    /[ァ-ヶ]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0x60) : letter,
  )
  let text = ''
  let isDoubled = false
  for (const letter of letters) {
    if (letter === 'っ') isDoubled = true
    if (letter === 'っ' || letter === 'ー') continue
    const tail = small.get(letter)
    const latin = tail === undefined ? (syllables.get(letter) ?? letter) : undefined
    text = latin === undefined ? contract(text, tail ?? '') : text + (isDoubled ? double(latin) : latin)
    isDoubled = false
  }
  if (isOther) return text
  return text.replaceAll(/o[uo]/g, 'o').replaceAll('uu', 'u')
}

// きゃ is kya, しゃ is sha, ふぁ is fa, てぃ is ti.
function contract(text: string, tail: string): string {
  if (/^[aiueo]$/.test(tail)) return text.replace(/[aiueo]$/, '') + tail
  return /(?:sh|ch|j)i$/.test(text) ? text.slice(0, -1) + tail.slice(1) : text.replace(/i$/, '') + tail
}

function double(latin: string): string {
  return latin.startsWith('ch') ? `t${latin}` : `${latin[0]}${latin}`
}
