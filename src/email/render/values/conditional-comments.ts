// Candidates for marks of Microsoft's conditional comments, in any spelling: `<!--[if mso]>`, `<![endif]-->`, `<! [if
// !mso]>`.
const marks = /<!(?:--)?\s*\[/g
// `--!>` ends a comment too (HTML, 13.2.5.52).
const commentEnd = /--!?>/g
const opening = /^<!(--)?\s*\[\s*if([\s(!][\w\s!()&|.]{0,99})\]\s*>/i
const revealed = /^\s*<!--(?:\s*--)?>|^-->/
const closing = /^<!\s*\[\s*endif\s*\]\s*(--!?)?>/i
const closingComment = /^<!--\s*<!\s*\[\s*endif\s*\]\s*--!?>/i
const emptyComment = /^<!---?>$/
/** Maximum length of an opening mark with its condition and whitespace. */
const maxMark = 200

/**
 * Normalizes conditional comments in authored HTML so that all parsers agree on their ends. Complete ones are kept,
 * in the spelling that all versions of Outlook read; others become comments for every client. Browsers show the same
 * as before. Inside content that Outlook does not receive (`isHidden`), none is kept: its end mark would end the
 * surrounding one.
 */
export function normalizeConditionals(html: string, isHidden: boolean): string {
  if (!html.includes('<!')) return html
  let out = ''
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const pair = isHidden || html[open + 1] !== '!' ? undefined : readPair(html, open)
    const end = pair?.end ?? behindMarkup(html, open) ?? html.length
    out += html.slice(at, open) + (pair?.text ?? makeInert(html.slice(open, end)))
    at = end
  }
  return out + html.slice(at)
}

/** Removes marks from a tag, comment, declaration or style sheet, without changing the parser state after it. */
function makeInert(markup: string): string {
  if (!markup.includes('<!')) return markup
  if (emptyComment.test(markup)) return '<!-- -->'
  const unmarked = markup.replace(marks, (mark) => `${mark.slice(0, -1)}&#91;`)
  // Some parsers do not support this end.
  if (markup.startsWith('<!--')) return unmarked.endsWith('--!>') ? `${unmarked.slice(0, -4)}-->` : unmarked
  // Style sheets may contain a comment, which a search for comments in tags does not find.
  const isOpen = !unmarked.includes('-->', unmarked.lastIndexOf('<!--'))
  return isOpen || !/^<style/i.test(markup) ? unmarked.replaceAll('<!--', '<!-&#45;') : unmarked
}

interface Pair {
  /** From the opening mark to the end of the closing mark. */
  text: string
  end: number
}

function nextMark(html: string, from: number): number {
  marks.lastIndex = from
  return marks.exec(html)?.index ?? -1
}

/** The conditional comment at `start`; undefined unless it is complete and contains no other mark. */
function readPair(html: string, start: number): Pair | undefined {
  const head = html.slice(start, start + maxMark)
  const open = opening.exec(head)
  if (open === null) return undefined
  const [mark, comment, condition = ''] = open
  const test = `[if${condition}]`
  const inner = start + mark.length
  if (comment === undefined) return readDeclared(html, inner, test)
  const reveal = revealed.exec(html.slice(inner, inner + maxMark))
  return reveal === null ? readHidden(html, inner, test) : readRevealed(html, inner + reveal[0].length, test)
}

/** `<!--[if mso]>…<![endif]-->`: a comment in other clients. */
function readHidden(html: string, inner: number, test: string): Pair | undefined {
  const declaration = html.indexOf('<!', inner)
  const close = declaration < 0 ? null : closing.exec(html.slice(declaration, declaration + maxMark))
  if (close?.[1] === undefined) return undefined
  const content = html.slice(inner, declaration)
  commentEnd.lastIndex = 0
  if (commentEnd.test(content) || !endsInText(content)) return undefined
  return { text: `<!--${test}>${content}<![endif]-->`, end: declaration + close[0].length }
}

/** `<!--[if !mso]><!-->…<!--<![endif]-->`: markup in other clients. */
function readRevealed(html: string, inner: number, test: string): Pair | undefined {
  const close = readClose(html, inner)
  if (close === undefined) return undefined
  return { text: `<!--${test}><!-->${html.slice(inner, close.start)}<!--<![endif]-->`, end: close.end }
}

/** `<![if !mso]>…<![endif]>`: the downlevel-revealed form that Word writes. */
function readDeclared(html: string, inner: number, test: string): Pair | undefined {
  const close = readClose(html, inner)
  if (close === undefined) return undefined
  return { text: `<!${test}>${html.slice(inner, close.start)}<![endif]>`, end: close.end }
}

/** The next mark after revealed content; undefined unless it is a closing one. */
function readClose(html: string, inner: number): { start: number; end: number } | undefined {
  const mark = nextMark(html, inner)
  const close = mark < 0 ? null : closing.exec(html.slice(mark, mark + maxMark))
  if (close === null) return undefined
  const end = mark + close[0].length
  const before = html.slice(inner, mark)
  const opened = /<!--\s*$/.exec(before)
  const start = opened === null ? mark : mark - opened[0].length
  if (opened !== null && closingComment.exec(html.slice(start, end)) === null) return undefined
  return endsInText(html.slice(inner, start)) ? { start, end } : undefined
}

/** True if no tag, quote, comment or style sheet is open at the end. */
function endsInText(html: string): boolean {
  let at = html.indexOf('<')
  while (at >= 0) {
    const end = behindMarkup(html, at)
    if (end === undefined) return false
    at = html.indexOf('<', end)
  }
  return true
}

/** Offset after the markup that begins with this `<`; undefined if it does not end. */
function behindMarkup(html: string, at: number): number | undefined {
  const next = html[at + 1] ?? ''
  if (html.startsWith('<!--', at)) {
    const short = /^<!---?>/.exec(html.slice(at, at + 6))
    if (short !== null) return at + short[0].length
    commentEnd.lastIndex = at + 4
    return commentEnd.exec(html) === null ? undefined : commentEnd.lastIndex
  }
  if (next === '!' || next === '?' || (next === '/' && !/[a-z]/i.test(html[at + 2] ?? '')))
    return behind(html, '>', at + 2)
  if (!/[a-z/]/i.test(next)) return next === '' ? undefined : at + 1
  const end = behindTag(html, at + 1)
  if (end === undefined || !/^style[\s/>]/i.test(html.slice(at + 1, at + 7))) return end
  const close = html.slice(end).search(/<\/style/i)
  return close < 0 ? undefined : end + close
}

// After the tag name, quotes count only at the start of a value (HTML, 13.2.5.37).
function behindTag(html: string, from: number): number | undefined {
  let isValue = false
  for (let at = from; at < html.length; at++) {
    const char = html[at]
    if (char === '>') return at + 1
    if (isValue && (char === '"' || char === "'")) {
      const end = html.indexOf(char, at + 1)
      if (end < 0) return undefined
      at = end
    }
    if (char === '=') isValue = true
    else if (!/\s/.test(char ?? '')) isValue = false
  }
  return undefined
}

function behind(html: string, text: string, from: number): number | undefined {
  const at = html.indexOf(text, from)
  return at < 0 ? undefined : at + text.length
}
