import type { DisplayBox } from '../../layout/index.ts'
import { paintBorder } from './borders.ts'
import { type Canvas, fill } from './canvas.ts'
import { nums } from './content.ts'
import { paintGradient } from './gradients.ts'
import { paintPattern } from './patterns.ts'
import { inset, innerRadii, roundedRectangle } from './paths.ts'

/** Paints the background color, gradients, the background image and the border. */
export function paintBox(canvas: Canvas, box: DisplayBox): void {
  const { content } = canvas
  const [top, right, bottom, left] = box.border
  const widths: DisplayBox['radius'] = [top.width, right.width, bottom.width, left.width]
  content.artifact(() => {
    if (box.background !== undefined) fill(canvas, roundedRectangle(box, box.radius), box.background)
    const gradients = box.gradients.toReversed()
    for (const each of gradients) if (!each.isOverImage) paintGradient(canvas, box, each, widths)
    if (box.image !== undefined) paintTiles(canvas, box, widths)
    for (const each of gradients) if (each.isOverImage) paintGradient(canvas, box, each, widths)
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
  const image = resources.imageAlone(tile.src)
  if (image === undefined) return
  const painted = {
    content: `${nums(tile.width, 0, 0, -tile.height, 0, tile.height)} cm /${image.name} Do`,
    resources: image.resources,
  }
  paintPattern(canvas, { ...tile, x, y }, { area: available, clip, painted })
}
