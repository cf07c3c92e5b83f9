/** Tags around which white space is not rendered, so that a line may break there. */
const boxes = new Set(
  'html head body style meta link title table thead tbody tr td th div center ul ol li p h1 h2 h3 h4 h5 h6'.split(' '),
)
/** Of these, the tags that contain text; they open and close on the line of their text. */
const lines = new Set('style title li p h1 h2 h3 h4 h5 h6'.split(' '))
const voids = new Set(['meta', 'link'])

const tokens =
  /<!--[\s\S]*?-->|<(script|style|title|pre|textarea)\b[^>]*>[\s\S]*?<\/\1\s*>|<(?:"[^"]*"|'[^']*'|[^<>"'])*>|[^<]+|</gi

interface Tag {
  /** Empty for text, `!` for a conditional comment of Outlook. */
  name: string
  isEnd: boolean
  /** An element that opens and closes in one tag. */
  isWhole: boolean
}

/**
 * Breaks HTML into indented lines, one per box. It only adds white space between tags, which `foldHtml` removes again;
 * HTML that has such lines already is not changed.
 */
export function layOutHtml(html: string): string {
  if (foldHtml(html) !== html) return html
  let [text, depth] = ['', 0]
  let last: Tag | undefined
  for (const token of html.match(tokens) ?? []) {
    const tag = tagOf(token)
    const isBox = tag !== undefined && boxes.has(tag.name) && !lines.has(tag.name) && !tag.isWhole
    if (isBox && tag.isEnd) depth = Math.max(0, depth - 1)
    if (breaks(last, tag)) text += `\n${'  '.repeat(depth)}`
    if (isBox && !tag.isEnd) depth++
    text += token
    last = tag
  }
  return text
}

/** Reverts `layOutHtml`. */
export function foldHtml(text: string): string {
  const all: string[] = text.match(tokens) ?? []
  return all
    .filter((token, index) => {
      if (token.trim() !== '' || !token.includes('\n')) return true
      return !breaks(tagOf(all[index - 1] ?? ''), tagOf(all[index + 1] ?? ''))
    })
    .join('')
}

function breaks(before: Tag | undefined, after: Tag | undefined): boolean {
  if (before === undefined || after === undefined) return false
  const isEmpty = before.name === after.name && !before.isEnd && !before.isWhole && after.isEnd
  if (isEmpty) return false
  return isEdge(before, before.isEnd || before.isWhole) || isEdge(after, !after.isEnd)
}

// Text stays on the line of the surrounding tags; other boxes have lines of their own.
function isEdge({ name }: Tag, isOutside: boolean): boolean {
  return name === '!' || (boxes.has(name) && (isOutside || !lines.has(name)))
}

function tagOf(token: string): Tag | undefined {
  if (token.startsWith('<!--')) {
    return { name: /^<!--\[if|^<!--<!\[endif|<!\[endif\]-->$/i.test(token) ? '!' : '', isEnd: false, isWhole: true }
  }
  const [, end, name = ''] = /^<([/!]?)([a-z][a-z0-9]*)/i.exec(token) ?? []
  if (end === undefined) return undefined
  if (end === '!') return { name: '!', isEnd: false, isWhole: true }
  const known = name.toLowerCase()
  const isWhole = voids.has(known) || (end === '' && token.endsWith(`</${name}>`))
  return { name: known, isEnd: end === '/', isWhole }
}
