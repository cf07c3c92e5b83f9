import { blockTypes } from '../../email/blocks/index.ts'
import { columnIcon, groupIcon, moduleIcon, sectionIcon, unknownIcon } from '../../ui/icons/index.ts'

const structure: Readonly<Record<string, string>> = {
  column: columnIcon,
  group: groupIcon,
  module: moduleIcon,
  section: sectionIcon,
}

/** The icon of a kind of node: that of its block type or of the structure, else one for unknown kinds. */
export function iconOf(type: string): string {
  return blockTypes.get(type)?.icon ?? structure[type] ?? unknownIcon
}

/** True for a node of the structure of the email, which is rendered in another hue than its content. */
export function isStructure(type: string): boolean {
  return type === 'section' || type === 'group' || type === 'column' || type === 'columns' || type === 'module'
}
