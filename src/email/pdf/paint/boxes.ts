import type { DisplayBox, Rect } from '../../layout/index.ts'
import { paintBorder } from './borders.ts'
import { type Canvas, fill } from './canvas.ts'
import { nums, rectangle } from './content.ts'
import { inset, innerRadii, roundedRectangle } from './paths.ts'
import { streamOf } from '../streams.ts'

/** Paints the background color, the background image and the border. */
export function paintBox(canvas: Canvas, box: DisplayBox): void {
  const { content } = canvas
  const [top, right, bottom, left] = box.border
  const widths: DisplayBox['radius'] = [top.width, right.width, bottom.width, left.width]
  content.artifact(() => {
    if (box.background !== undefined) fill(canvas, roundedRectangle(box, box.radius), box.background)
    if (box.image !== undefined) paintTiles(canvas, box, widths)
    paintBorder(canvas, box)
  })
}

function paintTiles(canvas: Canvas, box: DisplayBox, widths: DisplayBox['radius']): void {
  const { content, resources } = canvas
  const tile = box.image
  const available = inset(box, widths)
  if (tile === undefined || tile.width <= 0 || tile.height <= 0) return
  const [x, y] = [available.x + tile.x, available.y + tile.y]
  const clip = roundedRectangle(available, innerRadii(box.radius, widths))
  if (tile.repeat === 'no-repeat') {
    const name = resources.image(tile.src)
    if (name === undefined) return
    content.inside(() => {
      content.put(clip, 'W n', `${nums(tile.width, 0, 0, -tile.height, x, y + tile.height)} cm`, `/${name} Do`)
    })
    return
  }
  const pattern = writePattern(canvas, { ...tile, x, y })
  if (pattern === undefined) return
  const field = {
    x: tile.repeat === 'repeat-y' ? x : available.x,
    y: tile.repeat === 'repeat-x' ? y : available.y,
    width: tile.repeat === 'repeat-y' ? tile.width : available.width,
    height: tile.repeat === 'repeat-x' ? tile.height : available.height,
  }
  content.inside(() => {
    content.put(clip, 'W n', '/Pattern cs', `/${pattern} scn`, rectangle(field), 'f')
  })
}

/** Writes a tiling pattern (8.7.3) with its origin at x and y; returns its resource name. */
function writePattern({ resources, base }: Canvas, { src, x, y, width, height }: Rect & { src: string }) {
  const image = resources.imageAlone(src)
  if (image === undefined) return undefined
  const { context, deflate } = resources
  const bytes = new TextEncoder().encode(`${nums(width, 0, 0, -height, 0, height)} cm /${image.name} Do`)
  const entries = {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, width, height],
    XStep: width,
    YStep: height,
    Resources: image.resources,
    // A pattern matrix is relative to the page, not to the current transformation.
    Matrix: [base.scale, 0, 0, base.flip * base.scale, base.x + base.scale * x, base.y + base.flip * base.scale * y],
  }
  return resources.name('Pattern', context.register(streamOf(context, bytes, deflate, entries)))
}
