/** True for an element that must not be changed. */
export type IsKept = (element: Element) => boolean

/**
 * Makes one tree equal to another with minimal changes: unchanged images are not reloaded, kept elements not touched.
 * Elements are matched by their markers. Returns the resulting node.
 */
export function morph(node: ChildNode, wanted: ChildNode, isKept: IsKept): ChildNode {
  if (node.isEqualNode(wanted)) return node
  if (isElement(node) && isElement(wanted) && node.localName === wanted.localName && keyOf(node) === keyOf(wanted)) {
    if (isKept(node)) return node
    morphAttributes(node, wanted)
    morphChildren(node, wanted, isKept)
    return node
  }
  if (!isElement(node) && node.nodeType === wanted.nodeType) {
    node.nodeValue = wanted.nodeValue
    return node
  }
  node.replaceWith(wanted)
  return wanted
}

export function morphChildren(parent: Element, wanted: Element, isKept: IsKept): void {
  const byKey = new Map<string, ChildNode>()
  for (const child of parent.childNodes) {
    const key = keyOf(child)
    if (key !== undefined) byKey.set(key, child)
  }
  const next = [...wanted.childNodes]
  const staying = new Set(next.map(keyOf))
  let at: ChildNode | null = parent.firstChild
  for (const child of next) {
    while (at !== null && isLeaving(at, staying)) at = removed(at)
    const key = keyOf(child)
    const match: ChildNode | null | undefined = key === undefined ? unnamed(at) : byKey.get(key)
    if (match === undefined || match === null) parent.insertBefore(child, at)
    else {
      if (match === at) at = at.nextSibling
      else parent.insertBefore(match, at)
      morph(match, child, isKept)
    }
  }
  while (at !== null) at = removed(at)
}

/** The key that matches elements: their marker, or for the row of a block that of its cell. */
export function keyOf(node: ChildNode): string | undefined {
  if (!isElement(node)) return undefined
  const own = node.getAttribute('data-n')
  if (own !== null) return own
  return node.localName === 'tr' ? (node.firstElementChild?.getAttribute('data-n') ?? undefined) : undefined
}

export function morphAttributes(element: Element, wanted: Element): void {
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  for (const name of element.getAttributeNames()) if (!wanted.hasAttribute(name)) element.removeAttribute(name)
}

function unnamed(node: ChildNode | null): ChildNode | undefined {
  return node !== null && keyOf(node) === undefined ? node : undefined
}

function isLeaving(node: ChildNode, staying: ReadonlySet<string | undefined>): boolean {
  const key = keyOf(node)
  return key !== undefined && !staying.has(key)
}

function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling
  node.remove()
  return next
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
