import { Parser } from 'htmlparser2'

export type Fragment = FragmentElement | FragmentText

export interface FragmentText {
  kind: 'text'
  /** As written, including character references. */
  text: string
}

export interface FragmentElement {
  kind: 'element'
  name: string
  attributes: Readonly<Record<string, string>>
  children: Fragment[]
}

const maxDepth = 60

/** Parses HTML to a tree; undefined if it is too deep, or contains comments for Outlook or scripts. */
export function parseFragment(html: string): FragmentElement | undefined {
  const root: FragmentElement = { kind: 'element', name: '', attributes: {}, children: [] }
  const opened = [root]
  let isText = true
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (opened.length > maxDepth) {
          isText = false
          parser.pause()
          return
        }
        const element: FragmentElement = { kind: 'element', name, attributes, children: [] }
        opened.at(-1)?.children.push(element)
        opened.push(element)
      },
      onclosetag: () => {
        if (opened.length > 1) opened.pop()
      },
      ontext: (text) => {
        const siblings = opened.at(-1)?.children
        const last = siblings?.at(-1)
        if (last?.kind === 'text') last.text += text
        else siblings?.push({ kind: 'text', text })
      },
      oncomment: (text) => {
        if (/^\s*\[if|\[endif\]/i.test(text)) isText = false
      },
      onprocessinginstruction: () => {
        isText = false
      },
    },
    { decodeEntities: false },
  )
  parser.end(html)
  return isText ? root : undefined
}

/** Serializes fragments; text stays as written. */
export function printFragments(fragments: readonly Fragment[]): string {
  let out = ''
  for (const one of fragments) {
    if (one.kind === 'text') out += one.text
    else if (one.name === 'br') out += '<br>'
    else out += `<${one.name}${printAttributes(one.attributes)}>${printFragments(one.children)}</${one.name}>`
  }
  return out
}

function printAttributes(attributes: Readonly<Record<string, string>>): string {
  let out = ''
  for (const [name, value] of Object.entries(attributes)) out += ` ${name}="${value.replaceAll('"', '&quot;')}"`
  return out
}

export function isBlank(fragment: Fragment): boolean {
  return fragment.kind === 'text' && /^[ \t\n\r\f]*$/.test(fragment.text)
}
