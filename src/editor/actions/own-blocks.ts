/** Blocks that the host page declares: HTML blocks that keep their declaration. */
import type { Block, Node, OwnBlock, OwnBlockDeclaration, OwnLabel } from '../../email/document/index.ts'
import type { EditorConfig } from '../bridge/index.ts'
import { newId } from '../state/index.ts'

/** Those of the configuration, which contains valid ones only once the email is open. */
export function ownBlocks({ blocks }: Pick<EditorConfig, 'blocks'>): readonly OwnBlockDeclaration[] {
  const declared: readonly unknown[] = blocks ?? []
  return declared as readonly OwnBlockDeclaration[]
}

/** Undefined for a node that is no block of a host. */
export function ownOf(node: Node): OwnBlock | undefined {
  return node.type === 'html' ? (node as { own?: OwnBlock }).own : undefined
}

/** The label in a language, else without its region, in English, or the first one. */
export function labelIn(label: OwnLabel, locale: string): string {
  const texts: Readonly<Record<string, string>> = typeof label === 'string' ? { en: label } : label
  return texts[locale] ?? texts[locale.replace(/-.*/, '')] ?? texts['en'] ?? Object.values(texts)[0] ?? ''
}

/** The HTML is derived when the block is inserted. */
export function newOwnBlock(declaration: OwnBlockDeclaration): Block {
  return { id: newId(), type: 'html', html: '', own: { declaration, values: {} } }
}
