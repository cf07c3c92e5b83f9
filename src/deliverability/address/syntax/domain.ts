import { isSpace, readComment, readFolding, readQuotedPair } from './folding.ts'
import { diagnoseLiteral } from './literal.ts'
import { type Scan, isAtext, isBeyondAscii, isLetterOrDigit, isObsoleteControl } from './scan.ts'

/** A domain as written, without comments and folding. */
export interface ParsedDomain {
  readonly text: string
  /** True for a domain literal in brackets. */
  readonly isLiteral: boolean
}

/** Reads the domain up to the end of the text; undefined if it is malformed. */
export function readDomain(scan: Scan): ParsedDomain | undefined {
  const name: Name = { text: '', labels: 0, label: '', isClosed: false, isLiteral: false }
  while (scan.next !== '') {
    const isRead =
      scan.next === '.'
        ? readDot(scan, name)
        : scan.next === '(' || isSpace(scan.next)
          ? readBetween(scan, name)
          : scan.next === '[' && name.text === ''
            ? readLiteral(scan, name)
            : readCharacter(scan, name)
    if (!isRead) return undefined
  }
  if (name.text === '') return void scan.break('no_domain')
  if (name.label === '') return void scan.break('dot_at_end')
  if (!name.isLiteral && !endLabel(scan, name)) return undefined
  if (!name.isLiteral && name.labels === 1) scan.note('top_level')
  if (!name.isLiteral && /^[0-9]/.test(name.label)) scan.note('numeric_top_level')
  return { text: name.text, isLiteral: name.isLiteral }
}

interface Name {
  text: string
  /** Complete labels. */
  labels: number
  label: string
  /** The label has ended: only a dot may follow. */
  isClosed: boolean
  isLiteral: boolean
}

function readDot(scan: Scan, name: Name): boolean {
  if (name.label === '') return scan.break(name.labels === 0 ? 'dot_at_start' : 'consecutive_dots')
  if (!endLabel(scan, name)) return false
  Object.assign(name, { text: `${name.text}.`, label: '', isClosed: false })
  scan.at += 1
  return true
}

function endLabel(scan: Scan, name: Name): boolean {
  name.labels += 1
  if (name.label.endsWith('-')) return scan.break('hyphen_at_end')
  // The length of a Unicode label is that of its A-label.
  if (name.label.length > 63 && !/[^\0-\x7f]/.test(name.label)) scan.note('label_too_long')
  return true
}

function readBetween(scan: Scan, name: Name): boolean {
  const isComment = scan.next === '('
  if (name.label !== '') scan.note(isComment ? 'comment' : 'folding_space')
  else if (name.labels === 0) scan.note('space_near_at')
  else scan.note(isComment ? 'obsolete_comment' : 'obsolete_space')
  name.isClosed = name.label !== ''
  return isComment ? readComment(scan) : readFolding(scan)
}

function readCharacter(scan: Scan, name: Name): boolean {
  const character = scan.next
  if (name.isClosed) return scan.break(name.isLiteral ? 'text_after_literal' : 'text_after_space')
  if (!isAtext(character)) return scan.break('bad_character')
  if (character === '-' && name.label === '') return scan.break('hyphen_at_start')
  // RFC 5321 4.1.2: letters, digits and hyphens, or U-labels (RFC 6531 3.3).
  if (!isLetterOrDigit(character) && character !== '-' && !isBeyondAscii(character)) scan.note('not_a_host_name')
  name.text += character
  name.label += character
  scan.at += 1
  return true
}

/** A domain literal (RFC 5322 3.4.1) with its brackets. */
function readLiteral(scan: Scan, name: Name): boolean {
  scan.at += 1
  const start = scan.at
  while (scan.next !== ']') {
    const character = scan.next
    if (character === '') return scan.break('unclosed_literal')
    if (isSpace(character)) {
      scan.note('folding_space')
      if (!readFolding(scan)) return false
    } else if (character === '\\') {
      scan.note('obsolete_domain_literal')
      if (!readQuotedPair(scan)) return false
    } else {
      if (isObsoleteControl(character)) scan.note('obsolete_domain_literal')
      else if (character < ' ' || character === '[' || isBeyondAscii(character))
        return scan.break('bad_literal_character')
      scan.at += 1
    }
  }
  const text = scan.text.slice(start, scan.at)
  for (const diagnosis of diagnoseLiteral(text)) scan.note(diagnosis)
  scan.at += 1
  Object.assign(name, { text: `[${text}]`, label: text === '' ? '[]' : text, isClosed: true, isLiteral: true })
  return true
}
