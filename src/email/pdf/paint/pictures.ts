import type { DrawnPicture } from '../../layout/index.ts'
import { fill } from './fill.ts'
import type { Canvas } from './canvas.ts'
import { nums } from './content.ts'
import { roundedRectangle } from './paths.ts'

/** What stands for a picture that is not there. */
const absent = '#80808033'

/** Paints a picture, or the field that it leaves. */
export function paintPicture(canvas: Canvas, picture: DrawnPicture): void {
  const { content, resources } = canvas
  const { x, y, width, height, radius, src } = picture
  const name = resources.picture(src)
  if (name === undefined) return fill(canvas, roundedRectangle(picture, radius), absent)
  content.inside(() => {
    if (radius.some((one) => one > 0)) content.put(roundedRectangle(picture, radius), 'W n')
    content.put(`${nums(width, 0, 0, -height, x, y + height)} cm`, `/${name} Do`)
  })
}
