import { decodeEntities } from '../../document/index.ts'

/** Converts HTML to one line of text: no tags, no comments, character references decoded. */
export function oneLine(html: string): string {
  return decodeEntities(withoutTags(html))
    .replace(/[\s\u0000]+/g, ' ')
    .trim()
}

/** Replaces every tag and comment with a space; a `<` that starts neither stays. */
export function withoutTags(html: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const open = html.indexOf('<', at)
    if (open < 0) return out + html.slice(at)
    out += html.slice(at, open)
    if (!/[A-Za-z/!]/.test(html[open + 1] ?? '')) {
      out += '<'
      at = open + 1
      continue
    }
    const isComment = html.startsWith('<!--', open)
    const close = html.indexOf(isComment ? '-->' : '>', open)
    if (close < 0) return out
    out += ' '
    at = close + (isComment ? 3 : 1)
  }
}
