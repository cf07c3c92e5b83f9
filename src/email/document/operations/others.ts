import type { EmailDocument, Node } from '../model.ts'
import type { Reading } from '../reading/reading.ts'
import type { OtherKey } from '../walk.ts'
import { othersIn, readHome } from './home.ts'
import { findPosition } from './position.ts'
import { setProperties } from './properties.ts'

/**
 * The document with the blocks that a node shows instead of its items replaced by others, which `change` gives; read as
 * when they are set, so that whatever they may not hold is refused. `from` is the index of those that are new.
 */
export function changeOthers(
  document: EmailDocument,
  { change, from, parent }: { change(blocks: readonly Node[]): readonly Node[]; from: number; parent: string },
  reading: Reading,
): EmailDocument | undefined {
  const { id, other } = readHome(parent)
  const position = findPosition(document, id)
  if (position === undefined || other === undefined) return reading.problem(`no node has the id ${id}`, 'parent')
  const blocks = othersIn(position.node, other)
  if (blocks === undefined) return reading.problem(missing[other], 'parent')
  const list = change(blocks)
  const props = other === 'fallback' ? { fallback: list } : { each: { ...position.node.each, else: list } }
  const before = reading.issues.length
  const applied = setProperties(document, { op: 'set', id, props }, reading)
  for (const issue of reading.issues.slice(before)) {
    issue.path = issue.path.replace(
      /\/props\/(?:fallback|each\/else)\/(\d+)/,
      (_, at: string) => `/nodes/${Math.max(0, Number(at) - from)}`,
    )
  }
  return applied?.document
}

const missing: Readonly<Record<OtherKey, string>> = {
  else: 'the node shows nothing instead of an empty loop; set its each with else first',
  fallback: 'the block makes its fallback by itself; set its fallback to a list of blocks first',
}
