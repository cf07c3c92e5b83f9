import { blockTypes } from '../../email/blocks/index.ts'
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

/** True for structure nodes, whose hue differs from that of content. */
export function isStructure(type: string): boolean {
  return type === 'section' || type === 'group' || type === 'column' || type === 'columns' || type === 'module'
}
