import type { DisplayImage } from '../../layout/index.ts'
import { fill } from './fill.ts'
import type { Canvas } from './canvas.ts'
import { nums } from './content.ts'
import { roundedRectangle } from './paths.ts'

/** What represents an image that is not there. */
const absent = '#80808033'

/** Paints an image, or the field that it leaves. */
export function paintImage(canvas: Canvas, image: DisplayImage): void {
  const { content, resources } = canvas
  const { x, y, width, height, radius, src } = image
  const name = resources.image(src)
  if (name === undefined) return fill(canvas, roundedRectangle(image, radius), absent)
  content.inside(() => {
    if (radius.some((one) => one > 0)) content.put(roundedRectangle(image, radius), 'W n')
    content.put(`${nums(width, 0, 0, -height, x, y + height)} cm`, `/${name} Do`)
  })
}
