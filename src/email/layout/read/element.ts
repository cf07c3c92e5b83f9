/** A parsed element with its children and its parent. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
  readonly parent: Element | undefined
}

/** The root element, and the text of the style elements in order. */
export interface ReadPage {
  root: Element
  css: string
  /** Omitted elements, each with its parent. */
  unsupported: readonly { name: string; parent: Element }[]
  /** True if the page exceeded a limit and content was omitted. */
  isCut: boolean
}

/** Text content, including descendants. */
export function textOf(element: Element): string {
  let text = ''
  for (const child of element.children) text += typeof child === 'string' ? child : textOf(child)
  return text
}
