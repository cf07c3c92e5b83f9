import { nativeOf, writeTags } from '../tags/extracted.ts'
import type { Node } from '../tree/dom.ts'
import type { Page } from './page.ts'
import { regionOf } from './regions.ts'

/** The text of a node with its template tags as Liquid or verbatim; undefined if a tag is only valid in HTML. */
export function writtenText(page: Pick<Page, 'tags'>, node: Node): string | undefined {
  if (node.kind === 'text') return writeTags(node.text, page.tags)
  const region = regionOf(node)
  if (region?.kind === 'raw') return undefined
  const around = region === undefined ? [] : [region.open, ...(region.close === undefined ? [] : [region.close])]
  const [before = '', after = ''] = around.map(nativeOf)
  if (around.some((tag) => nativeOf(tag) === undefined)) return undefined
  let out = before
  for (const child of node.children) {
    const written = writtenText(page, child)
    if (written === undefined) return undefined
    out += written
  }
  return out + after
}
