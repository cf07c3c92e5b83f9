/** What Word, which renders for Outlook on Windows, reads of a page with conditional comments: written from Microsoft’s description, not from ours. */

/**
 * How marks are recognized. `lenient`: in any case and spacing, anywhere in the source, also in attributes, and one end ends all.
 * `strict`: only as they are documented, and they nest. Nobody outside of Microsoft knows which it is, so a page has to be right for both.
 */
export const outlookReaders = { lenient: readLenient, strict: readStrict } as const

const version = 16

function readLenient(html: string): string {
  const mark =
    /<!(?:--)?\s*\[\s*if([^\]]*)\]\s*>|<!(?:--\s*<!)?\s*\[\s*endif[^\]]*\]\s*(?:--!?)?>|<!---?>|<!--[^]*?(?:--!?>|$)/gi
  let out = ''
  let at = 0
  for (let found = mark.exec(html); found !== null; found = mark.exec(html)) {
    out += html.slice(at, found.index)
    at = mark.lastIndex
    const [, condition] = found
    if (condition === undefined || holds(condition)) continue
    const end = /<!\s*\[\s*endif[^\]]*\]\s*(?:--!?)?>/gi
    end.lastIndex = at
    at = mark.lastIndex = end.exec(html) === null ? html.length : end.lastIndex
  }
  return out + html.slice(at)
}

function readStrict(html: string): string {
  const mark = /<!(?:--)?\[if ([^\]]*)\]>|<!--<!\[endif\]-->|<!\[endif\](?:--)?>|<!---?>|<!--(?!\[if )[^]*?(?:-->|$)/g
  let out = ''
  let at = 0
  const open: boolean[] = []
  for (const found of html.matchAll(mark)) {
    const [text, condition] = found
    if (!open.includes(false)) out += html.slice(at, found.index)
    at = found.index + text.length
    if (condition !== undefined) open.push(holds(condition))
    else if (text.startsWith('<![endif]') || text === '<!--<![endif]-->') open.pop()
  }
  return open.includes(false) ? out : out + html.slice(at)
}

/** `mso`, `gte mso 9`, `!mso`, `(gte mso 9)|(IE)`; anything else is false. */
function holds(condition: string): boolean {
  const parts = condition
    .trim()
    .toLowerCase()
    .split(/([|&])/)
  let result = holdsOne(parts[0] ?? '')
  for (let at = 1; at < parts.length; at += 2) {
    const next = holdsOne(parts[at + 1] ?? '')
    result = parts[at] === '|' ? result || next : result && next
  }
  return result
}

function holdsOne(text: string): boolean {
  const [, not, operator, , number] = /^[\s(]*(!?)[\s(]*(?:(gte|gt|lte|lt)\s+)?(mso)\s*(\d+)?[\s)]*$/.exec(text) ?? []
  if (not === undefined) return false
  const than = Number(number ?? version)
  const isTrue = {
    gte: version >= than,
    gt: version > than,
    lte: version <= than,
    lt: version < than,
    is: version === than,
  }[operator ?? 'is']
  return (not === '!') !== (isTrue ?? false)
}
