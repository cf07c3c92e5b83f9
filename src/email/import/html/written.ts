import { nativeOf, writeTags } from '../tags/extracted.ts'
import type { Element, Node } from '../tree/dom.ts'
import type { Page } from './page.ts'
import { regionOf } from './regions.ts'

/** The text of a node with its template tags as Liquid or verbatim, without hidden elements; undefined if a tag is only valid in HTML. */
export function writtenText(
  page: Pick<Page, 'tags'>,
  node: Node,
  isHidden: (element: Element) => boolean = () => false,
): string | undefined {
  if (node.kind === 'text') return writeTags(node.text, page.tags)
  if (isHidden(node)) return ''
  const region = regionOf(node)
  if (region?.kind === 'raw') return undefined
  const around = region === undefined ? [] : [region.open, ...(region.close === undefined ? [] : [region.close])]
  const [before = '', after = ''] = around.map(nativeOf)
  if (around.some((tag) => nativeOf(tag) === undefined)) return undefined
  let out = before
  for (const child of node.children) {
    const written = writtenText(page, child, isHidden)
    if (written === undefined) return undefined
    out += written
  }
  return out + after
}
