import { type Scan, isBeyondAscii, isObsoleteControl } from './scan.ts'

/** Folding white space (RFC 5322 3.2.2). */
export function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r'
}

/** White space with line breaks: each must be CR LF followed by a space (RFC 5322 3.2.2, 4.2). */
export function readFolding(scan: Scan): boolean {
  let breaks = 0
  let isAfterBreak = false
  for (; isSpace(scan.next);) {
    if (scan.next !== '\r') {
      isAfterBreak = false
      scan.at += 1
      continue
    }
    if (scan.text.charAt(scan.at + 1) !== '\n') return scan.break('bare_carriage_return')
    if (isAfterBreak) return scan.break('two_line_breaks')
    if (++breaks > 1) scan.note('obsolete_space')
    isAfterBreak = true
    scan.at += 2
  }
  return isAfterBreak ? scan.break('line_break_at_end') : true
}

/** A comment with nested ones (RFC 5322 3.2.2). Counts instead of recursing, so that depth is unlimited. */
export function readComment(scan: Scan): boolean {
  let depth = 0
  do {
    const character = scan.next
    if (character === '') return scan.break('unclosed_comment')
    if (isSpace(character)) {
      scan.note('folding_space')
      if (!readFolding(scan)) return false
    } else if (character === '\\') {
      if (!readQuotedPair(scan)) return false
    } else {
      if (character === '(') depth += 1
      else if (character === ')') depth -= 1
      else if (isObsoleteControl(character)) scan.note('obsolete_comment_text')
      else if (character < ' ') return scan.break('bad_comment_character')
      scan.at += 1
    }
  } while (depth > 0)
  return true
}

/** A backslash and the quoted character (RFC 5322 3.2.1; RFC 5321 4.1.2 allows printable ASCII only). */
export function readQuotedPair(scan: Scan): boolean {
  const quoted = scan.text.charAt(scan.at + 1)
  if (quoted === '') return scan.break('ends_with_backslash')
  if (isBeyondAscii(quoted)) return scan.break('bad_quoted_pair')
  if (quoted < ' ' || quoted === '\u007f') scan.note('obsolete_quoted_pair')
  scan.at += 2
  return true
}
