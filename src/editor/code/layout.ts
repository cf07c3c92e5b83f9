/** Tags whose edges show no space, so that a line may break at them. */
const boxes = new Set(
  'html head body style meta link title table thead tbody tr td th div center ul ol li p h1 h2 h3 h4 h5 h6'.split(' '),
)
/** Of these, what words are in: it opens and closes on the line of its words. */
const lines = new Set('style title li p h1 h2 h3 h4 h5 h6'.split(' '))
const voids = new Set(['meta', 'link'])

const tokens =
  /<!--[\s\S]*?-->|<(script|style|title|pre|textarea)\b[^>]*>[\s\S]*?<\/\1\s*>|<(?:"[^"]*"|'[^']*'|[^<>"'])*>|[^<]+|</gi

interface Tag {
  /** Empty for what is no tag, `!` for a comment that Outlook reads. */
  name: string
  isEnd: boolean
  /** Begins and ends in one piece. */
  isWhole: boolean
}

/**
 * HTML with a line for each box and its depth before it. Only spaces between tags are added, and `foldHtml` takes out just
 * these; HTML that has such lines of its own stays as it is.
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

/** Laid out HTML as it was: without the line breaks between tags where boxes begin or end. */
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

// Words keep to the tags around them; every other box has a line of its own on either side.
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
