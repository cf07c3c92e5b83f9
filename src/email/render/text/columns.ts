const narrow = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u04ff]*$/

/**
 * Display width of a text in columns: East Asian wide characters and emoji take two, combining marks and joined emoji
 * none.
 */
export function columnsOf(text: string): number {
  if (narrow.test(text)) return text.length
  let columns = 0
  let last = 0
  let isJoined = false
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (code === 0x200d) isJoined = true
    else if (code === 0xfe0f && last === 1) {
      // VS16 selects the emoji presentation.
      columns++
      last = 2
    } else if (isJoined) isJoined = false
    else if (!isWeightless(char, code, last)) {
      last = isWide(char, code) ? 2 : 1
      columns += last
    }
  }
  return columns
}

function isWeightless(char: string, code: number, last: number): boolean {
  const isSkinTone = code >= 0x1f3fb && code <= 0x1f3ff && last === 2
  return (
    isSkinTone || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff || /\p{Mark}/u.test(char)
  )
}

export function isWide(char: string, code: number): boolean {
  // Flags are pairs of regional indicators of one column each.
  if (code < 0x1100 || (code >= 0x1f1e6 && code <= 0x1f1ff)) return false
  return (
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    code >= 0x20000 ||
    /\p{Emoji_Presentation}/u.test(char)
  )
}
