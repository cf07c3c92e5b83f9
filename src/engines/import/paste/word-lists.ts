const paragraph = /<p\b([^<>]*)>((?:(?!<\/p>)[\s\S])*)<\/p>/gi
const level = /mso-list:\s*l\d+\s+level(\d)/i
const ignored = /<span\b[^<>]*mso-list:\s*Ignore[^<>]*>((?:<span\b[^<>]*>|[^<])*(?:<\/span>)?[^<]*)<\/span>/i

/** What may stand between two items of one list; a table, a picture or a heading ends it. */
const inLine = /<!(?:[^<>]*)>|<\/?(?:span|font)\b[^<>]*>|&nbsp;/gi

/**
 * Word writes the items of a list as paragraphs that say their level, with the bullet as text in front. They become lists.
 */
export function wordLists(html: string): string {
  if (!html.includes('mso-list')) return html
  let open: string[] = []
  let out = ''
  let from = 0
  const closeTo = (depth: number) => {
    while (open.length > depth) out += `</li></${open.pop() ?? 'ul'}>`
  }
  for (const match of html.matchAll(paragraph)) {
    const [whole, attributes = '', inner = ''] = match
    const depth = Number(level.exec(attributes)?.[1] ?? 0)
    const between = html.slice(from, match.index)
    if (/\S/.test(between.replace(inLine, ''))) closeTo(0)
    if (open.length === 0) out += between
    from = match.index + whole.length
    if (depth === 0) {
      closeTo(0)
      out += whole
      continue
    }
    const bullet = ignored.exec(inner)?.[0] ?? ''
    const name = /[0-9a-z]{1,4}[.)]/i.test(bullet.replace(/<[^<>]*>|&nbsp;/g, '')) ? 'ol' : 'ul'
    closeTo(depth)
    if (open.length === depth) out += '</li>'
    while (open.length < depth) {
      open = [...open, name]
      out += `<${name}>`
      if (open.length < depth) out += '<li>'
    }
    out += `<li>${inner.replace(bullet, '')}`
  }
  closeTo(0)
  return out + html.slice(from)
}
