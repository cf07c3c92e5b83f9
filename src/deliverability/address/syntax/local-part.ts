import { isSpace, readComment, readFolding, readQuotedPair } from './folding.ts'
import { type Scan, isAtext, isObsoleteControl } from './scan.ts'

/** Reads the local part up to and including the @, without comments and folding; undefined if it is malformed. */
export function readLocalPart(scan: Scan): string | undefined {
  const part: LocalPartSegment = { text: '', words: 0, wordLength: 0, isClosed: false, last: 'text' }
  while (scan.next !== '@') {
    const isRead =
      scan.next === ''
        ? scan.break('no_domain')
        : scan.next === '.'
          ? readDot(scan, part)
          : scan.next === '(' || isSpace(scan.next)
            ? readBetween(scan, part)
            : scan.next === '"'
              ? readQuotedWord(scan, part)
              : readCharacter(scan, part)
    if (!isRead) return undefined
  }
  if (part.text === '') return void scan.break('no_local_part')
  if (part.wordLength === 0) return void scan.break('dot_at_end')
  if (part.last === 'between') scan.note('space_near_at')
  scan.at += 1
  return part.text
}

interface LocalPartSegment {
  text: string
  /** Words ended by a dot. */
  words: number
  wordLength: number
  /** The word has ended: only a dot or the @ may follow. */
  isClosed: boolean
  last: 'text' | 'between' | 'quoted'
}

function readDot(scan: Scan, part: LocalPartSegment): boolean {
  if (part.wordLength === 0) return scan.break(part.words === 0 ? 'dot_at_start' : 'consecutive_dots')
  if (part.isClosed) scan.note('obsolete_local_part')
  Object.assign(part, { text: `${part.text}.`, words: part.words + 1, wordLength: 0, isClosed: false, last: 'text' })
  scan.at += 1
  return true
}

function readBetween(scan: Scan, part: LocalPartSegment): boolean {
  const isComment = scan.next === '('
  const isFirst = part.wordLength > 0 || part.words === 0
  if (isComment) scan.note(isFirst ? 'comment' : 'obsolete_comment')
  else scan.note(isFirst ? 'folding_space' : 'obsolete_space')
  part.isClosed = part.wordLength > 0
  part.last = 'between'
  return isComment ? readComment(scan) : readFolding(scan)
}

function readQuotedWord(scan: Scan, part: LocalPartSegment): boolean {
  if (part.wordLength > 0) return scan.break('bad_character')
  scan.note(part.words === 0 ? 'quoted_string' : 'obsolete_local_part')
  const quoted = readQuotedString(scan)
  if (quoted === undefined) return false
  Object.assign(part, { text: part.text + quoted, wordLength: quoted.length, isClosed: true, last: 'quoted' })
  return true
}

function readCharacter(scan: Scan, part: LocalPartSegment): boolean {
  if (part.isClosed) return scan.break(part.last === 'quoted' ? 'text_after_quoted_string' : 'text_after_space')
  if (!isAtext(scan.next)) return scan.break('bad_character')
  part.text += scan.next
  part.wordLength += 1
  part.last = 'text'
  scan.at += 1
  return true
}

/** A quoted string with its quotes, unfolded (RFC 5322 3.2.4); undefined if it is malformed. */
function readQuotedString(scan: Scan): string | undefined {
  let text = '"'
  for (scan.at += 1; scan.next !== '"';) {
    const [from, character] = [scan.at, scan.next]
    if (character === '') return void scan.break('unclosed_quoted_string')
    if (character === '\r' || character === '\t') {
      scan.note('folding_space')
      if (!readFolding(scan)) return undefined
    } else if (character === '\\') {
      if (!readQuotedPair(scan)) return undefined
    } else {
      if (isObsoleteControl(character)) scan.note('obsolete_quoted_text')
      else if (character < ' ') return void scan.break('bad_quoted_character')
      scan.at += 1
    }
    text += scan.text.slice(from, scan.at)
  }
  scan.at += 1
  return `${text}"`
}
