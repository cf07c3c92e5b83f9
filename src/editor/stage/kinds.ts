import { blockTypes } from '../../email/blocks/index.ts'
import { columnIcon, groupIcon, moduleIcon, sectionIcon, unknownIcon } from '../../ui/icons/index.ts'

const structure: Readonly<Record<string, string>> = {
  column: columnIcon,
  group: groupIcon,
  module: moduleIcon,
  section: sectionIcon,
}

/** The icon of a block type or structure node, or of an unknown kind. */
export function iconOf(type: string): string {
  return blockTypes.get(type)?.icon ?? structure[type] ?? unknownIcon
}

/** True for structure nodes, which have a different hue from content. */
export function isStructure(type: string): boolean {
  return type === 'section' || type === 'group' || type === 'column' || type === 'columns' || type === 'module'
}
