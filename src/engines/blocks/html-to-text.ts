const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const blocks = new Set('br p div tr table h1 h2 h3 h4 h5 h6 ul ol section hr li blockquote pre'.split(' '))
const unread = new Set(['style', 'script', 'title', 'template'])

/** The words of authored HTML: blocks begin lines, links keep their addresses, pictures their alternative text. */
export function htmlToText(html: string): string {
  let out = ''
  let href = ''
  let linkFrom = 0
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    const isTag = start >= 0 && /[a-zA-Z/!]/.test(html[start + 1] ?? '')
    const textEnd = start < 0 ? html.length : isTag ? start : start + 1
    out += decode(html.slice(at, textEnd).replace(/\s+/g, ' '))
    at = textEnd
    if (!isTag) continue
    at = endOfTag(html, start)
    const tag = html.slice(start, Math.min(at, start + 4096))
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(tag)?.[1]?.toLowerCase() ?? ''
    const isEnd = tag[1] === '/'
    if (unread.has(name) && !isEnd) at = endOfElement(html, name, at)
    else if (name === 'img') out += decode(attributeOf(tag, 'alt'))
    else if (name === 'a' && !isEnd) {
      href = decode(attributeOf(tag, 'href'))
      linkFrom = out.length
    } else if (name === 'a') {
      const text = out.slice(linkFrom).trim()
      if (/^(?:https?|mailto|tel):|^\{\{/i.test(href) && text !== href) out += ` (${href})`
      href = ''
    } else if (name === 'li' && !isEnd) out += '\n- '
    else if (blocks.has(name)) out += '\n'
    else if (name === 'td' || name === 'th') out += ' '
  }
  return tidy(out)
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function endOfTag(html: string, from: number): number {
  const isComment = html.startsWith('<!--', from)
  const end = html.indexOf(isComment ? '-->' : '>', from)
  return end < 0 ? html.length : end + (isComment ? 3 : 1)
}

function endOfElement(html: string, name: string, from: number): number {
  const end = html.slice(from).search(new RegExp(`</${name}`, 'i'))
  return end < 0 ? html.length : endOfTag(html, from + end)
}

function attributeOf(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return match?.[1] ?? match?.[2] ?? ''
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
