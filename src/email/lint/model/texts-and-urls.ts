import type { Node } from '../../document/index.ts'
import type { DocumentValues } from './values.ts'
import type { Page } from '../page/page.ts'

/** A visible text and its position. */
interface PlacedText {
  node: Node | undefined
  prop: string
  text: string
}

/** Texts of properties, subject and preview text among them, and of html blocks; code that is shown as such is left out. */
export function* everyText({ page, values }: { page: Page; values: DocumentValues }): Generator<PlacedText> {
  for (const { prop, nodeContext, text } of values.texts) {
    if (nodeContext?.node.type !== 'code') yield { node: nodeContext?.node, prop, text }
  }
  for (const { node, text } of page.texts) if (node?.type === 'html') yield { node, prop: 'html', text }
}

/** A URL and its position. */
interface PlacedUrl {
  node: Node | undefined
  prop: string
  href: string
}

/** Addresses of properties, and of links and images in html blocks. */
export function* everyAddress({ page, values }: { page: Page; values: DocumentValues }): Generator<PlacedUrl> {
  for (const { href, prop, nodeContext } of values.addresses) yield { node: nodeContext?.node, prop, href }
  for (const { attributes, node } of page.authored) {
    for (const name of ['href', 'src', 'background']) {
      const href = attributes.get(name)
      if (href !== undefined && href !== '') yield { node, prop: 'html', href }
    }
  }
}
