/** An element of a page as it was read: what is in it, in order, and what it is in. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
  readonly parent: Element | undefined
}

/** A page: its root element, and the text of its style elements in order. */
export interface ReadPage {
  root: Element
  css: string
  /** Elements that are left out with all that is in them, each with the one around it. */
  unseen: readonly { name: string; parent: Element }[]
  /** Whether something was left out because there was too much of it. */
  isCut: boolean
}

/** The text of an element and all that is in it. */
export function textOf(element: Element): string {
  let text = ''
  for (const child of element.children) text += typeof child === 'string' ? child : textOf(child)
  return text
}
