import type { Node } from '../../document/index.ts'
import type { DocumentValues } from './values.ts'
import type { Page } from '../page/page.ts'

interface PlacedText {
  node: Node | undefined
  prop: string
  text: string
}

/** Texts of properties, including subject and preview text, and of html blocks; excludes code blocks. */
export function* everyText({ page, values }: { page: Page; values: DocumentValues }): Generator<PlacedText> {
  for (const { prop, nodeContext, text } of values.texts) {
    if (nodeContext?.node.type !== 'code') yield { node: nodeContext?.node, prop, text }
  }
  for (const { node, text } of page.texts) if (node?.type === 'html') yield { node, prop: 'html', text }
}

interface PlacedUrl {
  node: Node | undefined
  prop: string
  href: string
}

/** URLs of properties, and of links and images in html blocks. */
export function* everyAddress({ page, values }: { page: Page; values: DocumentValues }): Generator<PlacedUrl> {
  for (const { href, prop, nodeContext } of values.addresses) yield { node: nodeContext?.node, prop, href }
  for (const { attributes, node } of page.authored) {
    for (const name of ['href', 'src', 'background']) {
      const href = attributes.get(name)
      if (href !== undefined && href !== '') yield { node, prop: 'html', href }
    }
  }
}
