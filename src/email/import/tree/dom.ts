/** An element of the input. Positions are offsets in the parsed text. */
export interface Element {
  kind: 'element'
  name: string
  attributes: Record<string, string>
  children: Node[]
  parent: Element | undefined
  start: number
  end: number
}

/** Text with its character references decoded. */
export interface Text {
  kind: 'text'
  text: string
  parent: Element
  start: number
  end: number
}

export type Node = Element | Text

export const voidElements: ReadonlySet<string> = new Set(
  'area base basefont br col frame hr img input link meta param source track wbr'.split(' '),
)

export function createElement(name: string, parent: Element | undefined, start: number): Element {
  return { kind: 'element', name, attributes: {}, children: [], parent, start, end: start }
}

export function elementsOf(element: Element): Element[] {
  return element.children.filter((child) => child.kind === 'element')
}

/** Visits all descendants in source order; skips the content of an element if `visit` returns false. */
export function walkElements(from: Element, visit: (element: Element) => boolean | undefined): void {
  const stack: Element[] = [from]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next !== from && visit(next) === false) continue
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index]
      if (child?.kind === 'element') stack.push(child)
    }
  }
}

export function findElement(from: Element, test: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined
  walkElements(from, (element) => {
    if (found === undefined && test(element)) found = element
    return found === undefined
  })
  return found
}

export function textOf(node: Node): string {
  if (node.kind === 'text') return node.text
  let out = ''
  const stack: Node[] = [node]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.kind === 'text') out += next.text
    else for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] as Node)
  }
  return out
}

// White space and characters that fonts do not render: format characters, and the joiner that pads preview texts.
const invisibleCharacters = /(?:[\s\p{Cf}\u115f\u1160\u3164]|\u034f)+/gu
const blank = /^(?:[\s\p{Cf}\u115f\u1160\u3164]|\u034f)*$/u

export function isBlank(text: string): boolean {
  return blank.test(text)
}

/** Replaces each run of invisible characters with one space. */
export function withoutBlanks(text: string): string {
  return text.replace(invisibleCharacters, ' ').trim()
}

/** True for white space without a tag. */
export function isBlankNode(node: Node): boolean {
  return node.kind === 'text' && /^[ \t\n\r\f]*$/.test(node.text)
}
