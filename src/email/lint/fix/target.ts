import type { Block, Box, Node } from '../../document/index.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Increases the height of the tap target by `missing` px, or sets `wanted` px if the block has one size for all items. */
export function targetFix(node: Node, missing: number, wanted: number): Fix | undefined {
  const block = node as Block
  if (node.type === 'social')
    return setFix(node, `Make them ${wanted} px`, { size: wanted + (block['look'] === 'outline' ? 2 : 0) })
  if (node.type !== 'button' && node.type !== 'menu') return undefined
  const [top, right, bottom, left] = paddingOf(block)
  const half = Math.ceil(missing / 2)
  const innerPadding: Box = [top + half, right, bottom + half, left]
  return setFix(node, 'Add inner padding', { style: { ...node.style, innerPadding } })
}

// Default padding of the block types.
function paddingOf(block: Block): Box {
  const own = block.style?.innerPadding ?? block.mobile?.innerPadding
  if (own !== undefined) return own
  if (block.type === 'menu') return block['layout'] === 'stack' ? [8, 0, 8, 0] : [8, 12, 8, 12]
  return [12, 24, 12, 24]
}
