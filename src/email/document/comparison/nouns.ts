import type { BlockSchemas } from '../block-schema.ts'
import { type NodeId } from '../model.ts'

/** A node as sentences name it. */
export interface Named {
  id: NodeId
  type: string
}

const structural = new Set(['section', 'group', 'column', 'module'])
// Of these people have no single one: there is no "a social".
const massive = /s$|^(?:text|code|html|social)$/i

/** "a button", "2 buttons", "3 blocks"; "4 parts" when sections and blocks mix. */
export function nounOf(nodes: readonly Named[], blocks: BlockSchemas): string {
  const kinds = new Set(nodes.map(({ type }) => singular(type, blocks)))
  const [kind = 'part'] = kinds
  if (kinds.size === 1) return counted(kind, nodes.length)
  return counted(nodes.some(({ type }) => structural.has(type)) ? 'part' : 'block', nodes.length)
}

/** "a section and 2 buttons"; of more than two kinds only their number. */
export function nounsOf(nodes: readonly Named[], blocks: BlockSchemas): string {
  const kinds = Map.groupBy(nodes, ({ type }) => singular(type, blocks))
  if (kinds.size > 2) return nounOf(nodes, blocks)
  return [...kinds.values()].map((same) => nounOf(same, blocks)).join(' and ')
}

function singular(type: string, blocks: BlockSchemas): string {
  if (structural.has(type)) return type
  const label = blocks.get(type)?.label ?? type
  const word = label === label.toUpperCase() ? label : label.toLowerCase()
  return massive.test(label) ? `${word} block` : word
}

function counted(noun: string, count: number): string {
  if (count !== 1) return `${count} ${noun}s`
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
