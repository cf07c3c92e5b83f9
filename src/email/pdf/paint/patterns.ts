import type { PDFDict } from 'pdf-lib'
import type { Rect, Tile } from '../../layout/index.ts'
import type { Canvas } from './canvas.ts'
import { rectangle } from './content.ts'
import { streamOf } from '../streams.ts'

/** Operators that paint one tile from the origin, and the resources that they name. */
export interface TileContent {
  content: string
  resources: PDFDict
}

/** Repeats a tile, in px of the display list, over an area; `clip` is a path. */
export function paintPattern(
  canvas: Canvas,
  tile: Omit<Tile, 'src'>,
  { area, clip, painted }: { area: Rect; clip: string; painted: TileContent },
): void {
  const pattern = writePattern(canvas, tile, painted)
  const field = {
    x: tile.repeat === 'repeat-y' ? tile.x : area.x,
    y: tile.repeat === 'repeat-x' ? tile.y : area.y,
    width: tile.repeat === 'repeat-y' ? tile.width : area.width,
    height: tile.repeat === 'repeat-x' ? tile.height : area.height,
  }
  canvas.content.inside(() => {
    canvas.content.put(clip, 'W n', '/Pattern cs', `/${pattern} scn`, rectangle(field), 'f')
  })
}

/** Writes a tiling pattern (8.7.3) with its origin at x and y; returns its resource name. */
function writePattern({ resources, base }: Canvas, { x, y, width, height }: Rect, painted: TileContent): string {
  const { context, deflate } = resources
  const bytes = new TextEncoder().encode(painted.content)
  const entries = {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, width, height],
    XStep: width,
    YStep: height,
    Resources: painted.resources,
    // A pattern matrix is relative to the page, not to the current transformation.
    Matrix: [base.scale, 0, 0, base.flip * base.scale, base.x + base.scale * x, base.y + base.flip * base.scale * y],
  }
  return resources.name('Pattern', context.register(streamOf(context, bytes, deflate, entries)))
}
