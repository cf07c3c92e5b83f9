import type { Block, Box } from '../boxes/box.ts'
import type { Widths } from '../shaping/widths.ts'
import { measureWidths } from './atoms.ts'
import { layoutBlock, layoutBlocks, layoutContent } from './blocks.ts'
import type { Flow, SizeOf } from './flow.ts'
import type { Fragment, Range } from './fragment.ts'
import { layoutLines, linesRange } from './lines.ts'
import { requestMarker } from './marker.ts'
import { imageRange } from './image.ts'
import { clampWidth, insetsOf, marginsOf, outerSize } from './sizes.ts'
import { layoutRows, rowsRange } from './table.ts'

/** Measures words that are not cached, then lays out the page. */
export async function layout(
  page: Box,
  { width, widths, sizeOf }: { width: number; widths: Widths; sizeOf: SizeOf },
): Promise<Fragment> {
  const flow = createFlow(widths, sizeOf)
  queryAll(page, flow)
  await widths.measure()
  return flow.block(page, { width, direction: page.computed.direction, blockAlign: undefined }).fragment
}

function createFlow(widths: Widths, sizeOf: SizeOf): Flow {
  // Cached: nested tables request the same widths at every level.
  const ranges = new Map<Block, Range>()
  const contents = new Map<Box, Range>()
  const flow: Flow = {
    widths,
    sizeOf,
    block: (block, containingBlock) => layoutBlock(flow, block, containingBlock),
    boxAt: (box, width, around) => layoutCell(flow, box, width, around),
    content(box, width) {
      const { content, computed } = box
      if (!('kind' in content))
        return layoutBlocks(flow, content, { width, direction: computed.direction, blockAlign: computed.blockAlign })
      return content.kind === 'lines' ? layoutLines(flow, content, width) : layoutRows(flow, box, width)
    },
    range: (block) => cache(ranges, block, () => blockRange(flow, block)),
    contentRange: (box) => cache(contents, box, () => contentRange(flow, box)),
  }
  return flow
}

function layoutCell(flow: Flow, box: Box, width: number, around: number): Fragment {
  // Specified sizes of a cell are ignored here: its column has applied the width, its row applies the height.
  const computed = { ...box.computed, height: 'auto', minHeight: 'auto', maxHeight: 'auto' } as const
  return layoutContent(flow, { ...box, computed }, width, around).fragment
}

function contentRange(flow: Flow, box: Box): Range {
  const { content } = box
  if (!('kind' in content)) {
    const ranges = content.map((block) => flow.range(block))
    const floats = content.filter(({ computed }) => computed.float !== 'none').map((block) => flow.range(block).max)
    const floatsWidth = floats.reduce((sum, one) => sum + one, 0)
    return {
      min: Math.max(0, ...ranges.map(({ min }) => min)),
      max: Math.max(floatsWidth, ...ranges.map(({ max }) => max)),
    }
  }
  return content.kind === 'lines' ? linesRange(flow, content) : rowsRange(flow, box)
}

function blockRange(flow: Flow, block: Block): Range {
  const { computed } = block
  const [, right, , left] = marginsOf(computed, 0)
  const add = ({ min, max }: Range) => ({ min: Math.max(0, min + left + right), max: Math.max(0, max + left + right) })
  if (block.kind === 'picture') return add(imageRange(block, flow.sizeOf))
  const insets = insetsOf(computed, 0)
  const inset = insets[1] + insets[3]
  const inner = flow.contentRange(block)
  const given = outerSize(computed.width, computed, inset)
  const isTable = 'kind' in block.content && block.content.kind === 'rows'
  if (given !== undefined) {
    const width = clampWidth(isTable ? Math.max(given, inner.min + inset) : given, computed, inset)
    return add({ min: width, max: width })
  }
  return add({
    min: clampWidth(inner.min + inset, computed, inset),
    max: clampWidth(inner.max + inset, computed, inset),
  })
}

function queryAll(block: Block, flow: Flow): void {
  if (block.kind === 'picture') return
  requestMarker(block, flow)
  const { content } = block
  if (!('kind' in content)) for (const one of content) queryAll(one, flow)
  else if (content.kind === 'rows')
    for (const { cells } of content.rows) for (const { box } of cells) queryAll(box, flow)
  else {
    measureWidths(content, flow.widths)
    for (const item of content.items) requestInline(item, flow)
  }
}

function requestInline(item: Parameters<typeof measureWidths>[0]['items'][number], flow: Flow): void {
  if (item.kind === 'block') queryAll(item, flow)
  else if (item.kind === 'span') for (const one of item.items) requestInline(one, flow)
}

function cache<K, V>(entries: Map<K, V>, key: K, compute: () => V): V {
  const known = entries.get(key)
  if (known !== undefined) return known
  const computed = compute()
  entries.set(key, computed)
  return computed
}
