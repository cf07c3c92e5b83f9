import type { Node } from '../../document/index.ts'
import type { DocumentValues } from './values.ts'
import type { Page } from '../page/page.ts'

/** An address and where it stands. */
export interface PlacedUrl {
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
