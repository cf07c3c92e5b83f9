import type { Node } from '../../document/index.ts'
import type { DocumentValues } from './values.ts'
import type { Page } from '../page/page.ts'

/** A text that people read and where it stands. */
export interface PlacedText {
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
