import { type DefaultTreeAdapterMap, parse, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterMap['node']

const running =
  /^(script|iframe|frame|frameset|object|embed|applet|form|input|button|select|option|textarea|base|link|template|noscript|noembed|noframes|xmp|plaintext|title|math|foreignobject|animate|set|use|handler|portal|keygen|isindex|bgsound)$/
const addressed = /^(href|xlink:href|src|srcset|background|poster|lowsrc|dynsrc|data|action|formaction)$/

/**
 * What in a piece of HTML would run, load or take input, as parsers of the standard see it: in a cell of a page, as a
 * fragment, with and without scripting, and inside conditional comments. Shares nothing with the cleaner but parse5.
 */
export function dangers(html: string): string[] {
  const found: string[] = []
  for (const scriptingEnabled of [true, false]) {
    const page = `<!DOCTYPE html><html><head><title>t</title></head><body><table><tr><td>${html}</td></tr></table><p id="after">after</p></body></html>`
    const document = parse(page, { scriptingEnabled })
    const seen = { after: false }
    visit(document, (node) => {
      if ('tagName' in node && node.attrs.some(({ name, value }) => name === 'id' && value === 'after'))
        seen.after = true
      if (!('tagName' in node && node.tagName === 'title' && parentName(node) === 'head'))
        found.push(...dangersOf(node))
    })
    if (!seen.after) found.push('swallows what follows')
    visit(parseFragment(html, { scriptingEnabled }), (node) => found.push(...dangersOf(node)))
  }
  return [...new Set(found)]
}

function dangersOf(node: Node): string[] {
  if (node.nodeName === '#comment' && 'data' in node) return inComment(node.data)
  if (!('tagName' in node)) return []
  const found: string[] = []
  const name = node.tagName.toLowerCase()
  if (running.test(name)) found.push(`<${name}>`)
  if (name === 'meta' && node.attrs.some((one) => one.name === 'http-equiv')) found.push('<meta http-equiv>')
  if (name === 'style') found.push(...inCss(text(node)))
  for (const { name: attribute, value, prefix } of node.attrs) {
    const full = prefix ? `${prefix}:${attribute}` : attribute
    if (/^on/i.test(full) || /^(srcdoc|formaction)$/i.test(full)) found.push(full)
    if (full === 'style') found.push(...inCss(value))
    if (addressed.test(full)) found.push(...inAddress(value, name))
  }
  return found
}

function inAddress(value: string, element: string): string[] {
  return [
    value,
    value.replace(/\{\{.*?\}\}|\{%.*?%\}/g, ''),
    value.replace(/\{\{.*?\}\}|\{%.*?%\}/g, 'javascript'),
  ].flatMap((one) => {
    // oxlint-disable-next-line no-control-regex
    const plain = one.replace(/[\u0000-\u0020\u00a0]/g, '').toLowerCase()
    const image = element !== 'a' && element !== 'area' && plain.startsWith('data:image/')
    return plain.split(',').some((part) => /^(javascript|vbscript|livescript|data|file|view-source):/.test(part)) &&
      !image
      ? [`address ${value}`]
      : []
  })
}

function inCss(css: string): string[] {
  const plain = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16) || 0xfffd))
    .replace(/\\(.)/g, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/behavior:\s*url\(#default#vml\)/g, '')
  return /expression\(|behavior:|-moz-binding|@import|(java|vb)script:|url\(['"\s]*data:text/.test(plain)
    ? [`css ${css}`]
    : []
}

function inComment(data: string): string[] {
  const inner = /^\[if[^>]*>([\s\S]*)<!\[endif\]$/.exec(data)?.[1]
  const found: string[] = /^\?(?!xml)/.test(data) ? [`<${data}`] : []
  if (inner !== undefined) visit(parseFragment(inner), (node) => found.push(...dangersOf(node)))
  return found
}

function visit(root: Node, see: (node: Node) => void): void {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    see(node)
    if ('childNodes' in node) waiting.push(...node.childNodes)
    if ('content' in node) waiting.push(node.content)
  }
}

function parentName(node: Node): string {
  return 'parentNode' in node && node.parentNode !== null ? node.parentNode.nodeName : ''
}

function text(node: DefaultTreeAdapterMap['element']): string {
  return node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}
