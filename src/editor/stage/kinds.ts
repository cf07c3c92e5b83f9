import { blockTypes } from '../../email/blocks/index.ts'
import type { Node } from '../../email/document/index.ts'
import { ownOf } from '../actions/index.ts'
import { columnIcon, groupIcon, moduleIcon, sectionIcon, unknownIcon } from '../../ui/icons/index.ts'

const structure: Readonly<Record<string, string>> = {
  column: columnIcon,
  group: groupIcon,
  module: moduleIcon,
  section: sectionIcon,
}

/** Has a fallback for unknown kinds. */
export function iconOf(type: string): string {
  return blockTypes.get(type)?.icon ?? structure[type] ?? unknownIcon
}

/** The icon of a block of a host page, or of the kind. */
export function iconOfNode(node: Node): string {
  return ownOf(node)?.declaration.icon ?? iconOf(node.type)
}

/** True for structure nodes, whose hue differs from that of content. */
export function isStructure(type: string): boolean {
  return type === 'section' || type === 'group' || type === 'column' || type === 'columns' || type === 'module'
}
