import { type DefaultTreeAdapterMap, parse } from 'parse5'

export type Element = DefaultTreeAdapterMap['element']
export type Node = DefaultTreeAdapterMap['node']

/** What Outlook on Windows reads: its own comments opened, what is not for it taken out. */
export function asOutlook(html: string): string {
  return html
    .replace(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replace(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
}

/** What everybody else reads: no comments. */
export function asBrowser(html: string): string {
  return html.replace(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '').replace(/<!--[\s\S]*?-->/g, '')
}

const voids = new Set(['img', 'br', 'meta', 'link', 'hr', 'source', '!doctype'])

/** The first tag that is closed wrongly or never, or undefined when every tag is closed in order. */
export function firstImbalance(html: string): string | undefined {
  const open: string[] = []
  for (const [tag, slash, name = '', end] of html.matchAll(/<(\/?)([\w:!-]+)(?:"[^"]*"|'[^']*'|[^'">])*?(\/?)>/g)) {
    if (voids.has(name) || end === '/') continue
    if (slash === '') open.push(name)
    else if (open.at(-1) === name) open.pop()
    else return `${tag} closes ${open.at(-1)} at ${open.join(' > ')}`
  }
  return open.length === 0 ? undefined : `never closed: ${open.join(' > ')}`
}

/** All elements of a document in order. */
export function elementsOf(html: string): Element[] {
  const found: Element[] = []
  const visit = (node: Node) => {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

/** Tags in place of which a browser would run something, with what they carry. */
export function executableParts(html: string): string[] {
  const found: string[] = []
  for (const element of elementsOf(html)) {
    if (['script', 'iframe', 'object', 'embed', 'form', 'base', 'svg', 'math'].includes(element.tagName)) {
      found.push(`<${element.tagName}>`)
    }
    for (const { name, value } of element.attrs) {
      if (name.startsWith('on')) found.push(`${element.tagName} ${name}`)
      const address = value.replace(/[\u0000-\u0020]/g, '').toLowerCase()
      const isAddress = ['href', 'src', 'action', 'background', 'xlink:href'].includes(name)
      if (isAddress && /^(?:javascript|vbscript|data|file):/.test(address)) found.push(`${name}=${value}`)
      if (name === 'style' && /expression\(|javascript:|behavior:|-moz-binding/i.test(value))
        found.push(`style=${value}`)
    }
  }
  return found
}
