import type { Box as Lengths, Style } from '../../../document/index.ts'
import { mapBox } from '../../css/values.ts'
import type { Box, Face, Insets } from '../boxes/box.ts'

/** An unvalidated node of a document. */
export type InputNode = Record<string, unknown>

/** Padding in document form; undefined if all sides are 0. */
export function paddingOf(lengths: Lengths): Lengths | undefined {
  const rounded = mapBox(lengths, (side) => Math.min(1000, Math.max(0, Math.round(side * 10) / 10)))
  return rounded.every((side) => side === 0) ? undefined : rounded
}

/** Adds padding and background to a style; undefined if nothing is set. */
export function styleWith(style: Style | undefined, padding: Lengths, face?: Face): Style | undefined {
  const out: Style = { ...style }
  const container = paddingOf(padding)
  if (container !== undefined) out.padding = container
  if (face !== undefined) Object.assign(out, face)
  return Object.keys(out).length === 0 ? undefined : out
}

/** The mobile layer: the phone style of the box, and its padding there if it differs. */
export function mobileOf(own: Style | undefined, { wide, narrow }: Insets): Style | undefined {
  const differs = narrow.some((side, index) => Math.abs(side - (wide[index] ?? 0)) > 0.5)
  const out: Style = { ...own }
  if (differs) out.padding = paddingOf(narrow) ?? [0, 0, 0, 0]
  return Object.keys(out).length === 0 ? undefined : out
}

/** Sets the members that are not undefined. */
export function assign(node: InputNode, members: InputNode): InputNode {
  for (const [name, value] of Object.entries(members)) if (value !== undefined) node[name] = value
  return node
}

/** Copies the visibility conditions of a box to its node. */
export function markVisibility(node: InputNode, box: Box): InputNode {
  if (box.hide !== undefined) node['hide'] = { ...(node['hide'] as InputNode | undefined), [box.hide]: true }
  if (box.when !== undefined) {
    node['when'] = node['when'] === undefined ? box.when : { op: 'and', of: [box.when, node['when']] }
  }
  return node
}
