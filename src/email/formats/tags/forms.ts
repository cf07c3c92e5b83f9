import type { Closings } from './closings.ts'

/** Syntax of a tag; ESPs share forms. `none` is markup that resembles a tag. */
export type TagForm =
  | 'curly'
  | 'curly-block'
  | 'curly-comment'
  | 'single-curly'
  | 'star-pipe'
  | 'percents'
  | 'percent'
  | 'script'
  | 'directive'
  | 'comment'
  | 'squares'
  | 'square'
  | 'dollar'
  | 'hash'
  | 'at'
  | 'underscore'
  | 'tilde'
  | 'none'

interface TagPosition {
  closings: Closings
  /** Inside a style element, where brackets and hashes belong to CSS. */
  isStyle: boolean
}

type Read = { form: TagForm; end: number } | undefined
type Reader = (source: string, start: number, place: TagPosition) => Read

/** Maximum characters of a tag, and of a script block inside one. */
const maxTagLength = 4096
const maxScriptLength = 65_536

/** Undefined if no tag begins at `start`. */
export function readForm(source: string, start: number, place: TagPosition): Read {
  return readers[source.charAt(start)]?.(source, start, place)
}

const readers: Readonly<Record<string, Reader | undefined>> = {
  '{': readCurly,
  '*': (source, start, { closings }) =>
    source[start + 1] === '|' ? closed('star-pipe', closings.after('|*', start + 2, maxTagLength)) : undefined,
  '%': readPercent,
  '<': readAngle,
  '[': readSquare,
  $: readDollar,
  '#': readHash,
  '@': named('at', /@[A-Za-z_][\w.-]{0,99}@/y),
  _: named('underscore', /__[A-Za-z](?:[A-Za-z0-9]|_(?!_)){0,99}__/y),
  '~': named('tilde', /~[A-Za-z][\w.]{0,99}~/y),
}

const singleCurly = /\{[$!/A-Za-z_](?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^{}"'<>\n;]){0,300}\}/y
const sigilCurly = /\{[$!](?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^{}"'<>\n;]){0,300}\}/y

function readCurly(source: string, start: number, { closings, isStyle }: TagPosition): Read {
  switch (source[start + 1]) {
    case '{':
      return closed('curly', endOfCurly(source, start, closings))
    case '%':
      return closed('curly-block', closings.afterQuotes('%}', start + 2, maxTagLength))
    case '#':
      return closed('curly-comment', closings.after('#}', start + 2, maxScriptLength))
    default:
      return match('single-curly', isStyle ? sigilCurly : singleCurly, source, start)
  }
}

// A third brace belongs to the tag, as does a nested pair: `{{{ html }}}`, `{{${first_name}}}`.
function endOfCurly(source: string, start: number, closings: Closings): number | undefined {
  let end = closings.afterQuotes('}}', start + 2, maxTagLength)
  if (end === undefined) return undefined
  let extra = 0
  for (let at = start + 2; at < end - 2; at++) {
    if (source[at] === '{') extra++
    else if (source[at] === '}') extra--
  }
  for (; extra > 0 && source[end] === '}'; extra--) end++
  return end
}

const percents = /%%[^%<>\n]{1,200}%%/y
const percent = /%(?!(?:[0-9A-Fa-f]{2})%)[A-Za-z][\w:.|/-]{0,99}%/y
const percentBlock = /%(?:\/IF|ELSE|(?:ELSEIF|IF) [^%<>\n]{1,200})%/y

function readPercent(source: string, start: number, { closings }: TagPosition): Read {
  if (source.startsWith('%%[', start)) return closed('percents', closings.after(']%%', start + 3, maxScriptLength))
  if (source.startsWith('%%=', start)) return closed('percents', closings.after('=%%', start + 3, maxTagLength))
  return (
    match('percents', percents, source, start) ??
    match('percent', percentBlock, source, start) ??
    match('percent', percent, source, start)
  )
}

const directive = /<\/?[#@][A-Za-z]/y
// Outlook's marks: `<!--[if mso]>` and `<![endif]-->`.
const conditional = /<!(?:--)?\s{0,20}\[/y

function readAngle(source: string, start: number, { closings }: TagPosition): Read {
  if (source[start + 1] === '%') return closed('script', closings.after('%>', start + 2, maxScriptLength))
  if (source[start + 1] === '?') return closed('script', closings.after('?>', start + 2, maxScriptLength))
  if (source.startsWith('<!--#', start)) return closed('comment', closings.after('-->', start + 5, maxTagLength))
  if (source.startsWith('<!--{', start)) return closed('comment', closings.after('-->', start + 5, maxTagLength))
  directive.lastIndex = start
  if (directive.test(source)) return closed('directive', closings.afterQuotes('>', start + 2, maxTagLength))
  conditional.lastIndex = start
  return conditional.test(source) ? closed('none', closings.after('>', start, maxTagLength)) : undefined
}

const square = /\[[A-Za-z/][^[\]<>{}\n]{0,200}\]/y

function readSquare(source: string, start: number, { closings, isStyle }: TagPosition): Read {
  switch (source[start + 1]) {
    case '[':
      return closed('squares', closings.balanced(['[[', ']]'], start + 2, maxTagLength))
    case '%':
      return closed('squares', closings.after('%]', start + 2, maxTagLength))
    case '*':
      return closed('squares', closings.after('*]', start + 2, maxTagLength))
    default:
      return isStyle ? undefined : match('square', square, source, start)
  }
}

const dollarName = /\$[A-Za-z][\w.-]{0,99}\$/y
const dollarCall = /\$!?[A-Za-z_][\w.]{0,99}\([^()<>\n]{0,200}\)|\$![A-Za-z_][\w.]{0,99}/y

function readDollar(source: string, start: number, { closings }: TagPosition): Read {
  const from = source[start + 1] === '!' ? start + 2 : start + 1
  if (source[from] === '{') return closed('dollar', closings.balanced(['{', '}'], from + 1, maxTagLength))
  if (source[from] === '[') return closed('dollar', closings.after(']$', from + 1, maxTagLength))
  return match('dollar', dollarName, source, start) ?? match('dollar', dollarCall, source, start)
}

const hashName = /##[A-Za-z][\w.:-]{0,99}##|#[A-Za-z][\w.:|-]{0,99}#/y
const hashWord = /#(?:\{else\}|\{end\}|else\b|end\b)/y
const hashCall = /#(?:if|elseif|foreach|set)\s{0,5}\(/y

function readHash(source: string, start: number, { closings, isStyle }: TagPosition): Read {
  // A fragment that begins with a tag.
  if (/^#\{[{%]/.test(source.slice(start, start + 3))) return undefined
  if (source[start + 1] === '{') return closed('hash', closings.after('}', start + 2, maxTagLength))
  if (isStyle) return undefined
  hashCall.lastIndex = start
  const call = hashCall.exec(source)
  if (call !== null) return closed('hash', closings.balanced(['(', ')'], start + call[0].length, maxTagLength))
  return match('hash', hashName, source, start) ?? match('hash', hashWord, source, start)
}

function named(form: TagForm, pattern: RegExp): Reader {
  return (source, start) => match(form, pattern, source, start)
}

function match(form: TagForm, pattern: RegExp, source: string, start: number): Read {
  pattern.lastIndex = start
  const found = pattern.exec(source)
  return found === null ? undefined : { form, end: start + found[0].length }
}

function closed(form: TagForm, end: number | undefined): Read {
  return end === undefined ? undefined : { form, end }
}
