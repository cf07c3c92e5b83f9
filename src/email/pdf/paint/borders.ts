import type { DisplayBox, Rect } from '../../layout/index.ts'
import { fill, type Canvas, colorOf } from './canvas.ts'
import { nums } from './content.ts'
import { inset, innerRadii, roundedRectangle } from './paths.ts'

type Edge = DisplayBox['border'][number]
type Widths = DisplayBox['radius']

/** CSS Backgrounds 3, section 4. */
export function paintBorder(canvas: Canvas, box: DisplayBox): void {
  const { border, radius } = box
  const [top] = border
  const seen = border.filter(({ style, width }) => width > 0 && style !== 'none')
  if (seen.length === 0) return
  const isEven = border.every(({ color, style, width }) => {
    return color === top.color && style === top.style && width === top.width
  })
  if (isEven && top.style === 'solid') return fill(canvas, ring(box, radius, widthsOf(border)), top.color, 'f*')
  if (isEven && top.style === 'double') return paintDouble(canvas, box, top.color)
  const isRounded = radius.some((one) => one > 0)
  if (isEven && isRounded) return strokeAround(canvas, box, top)
  for (const side of [0, 1, 2, 3] as const) paintSide(canvas, box, side)
}

function widthsOf(border: DisplayBox['border'], share = 1): Widths {
  const [top, right, bottom, left] = border.map(({ style, width }) => (style === 'none' ? 0 : width * share))
  return [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0]
}

/** Path between the outer border edge and the edge inset by the widths. */
function ring(rect: Rect, radius: Widths, widths: Widths): string {
  return `${roundedRectangle(rect, radius)}\n${roundedRectangle(inset(rect, widths), innerRadii(radius, widths))}`
}

function strokeAround(canvas: Canvas, box: DisplayBox, edge: Edge): void {
  const half: Widths = [edge.width / 2, edge.width / 2, edge.width / 2, edge.width / 2]
  stroke(canvas, roundedRectangle(inset(box, half), innerRadii(box.radius, half)), edge, Number.POSITIVE_INFINITY)
}

/** Paints one side, mitered at its corners. */
function paintSide(canvas: Canvas, box: DisplayBox, side: 0 | 1 | 2 | 3): void {
  const edge = box.border[side]
  if (edge.width <= 0 || edge.style === 'none') return
  const { content } = canvas
  const widths = widthsOf(box.border)
  content.inside(() => {
    content.put(wedge(box, widths, side), 'W n')
    if (edge.style === 'dashed' || edge.style === 'dotted') {
      return stroke(canvas, middle(box, edge, side), edge, side % 2 === 0 ? box.width : box.height)
    }
    if (edge.style === 'solid') return fill(canvas, ring(box, box.radius, widths), edge.color, 'f*')
    paintDouble(canvas, box, edge.color)
  })
}

function paintDouble(canvas: Canvas, box: DisplayBox, color: string): void {
  const [outer, inner] = [widthsOf(box.border, 1 / 3), widthsOf(box.border, 2 / 3)]
  fill(canvas, ring(box, box.radius, outer), color, 'f*')
  fill(canvas, ring(inset(box, inner), innerRadii(box.radius, inner), outer), color, 'f*')
}

/** Clip path of one side: the quadrilateral between the outer and the inner edge. */
function wedge({ x, y, width, height }: Rect, [top, right, bottom, left]: Widths, side: 0 | 1 | 2 | 3): string {
  const outer = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const
  const inner = [
    [x + left, y + top],
    [x + width - right, y + top],
    [x + width - right, y + height - bottom],
    [x + left, y + height - bottom],
  ] as const
  const next = ((side + 1) % 4) as 0 | 1 | 2 | 3
  const [first, ...others] = [outer[side], outer[next], inner[next], inner[side]]
  return [`${nums(...first)} m`, ...others.map((point) => `${nums(...point)} l`), 'h'].join('\n')
}

function middle({ x, y, width, height }: Rect, edge: Edge, side: 0 | 1 | 2 | 3): string {
  const half = edge.width / 2
  if (side === 0 || side === 2) {
    const at = side === 0 ? y + half : y + height - half
    return `${nums(x, at)} m ${nums(x + width, at)} l`
  }
  const at = side === 3 ? x + half : x + width - half
  return `${nums(at, y)} m ${nums(at, y + height)} l`
}

/** `length` of the path, px: dashes are fitted to it. */
function stroke({ content, resources }: Canvas, path: string, { color, style, width }: Edge, length: number): void {
  const { alpha, components } = colorOf(color)
  if (alpha === 0) return
  content.inside(() => {
    if (alpha < 1) content.put(`/${resources.alpha(alpha)} gs`)
    content.put(`${components} RG`, `${nums(width)} w`, dashes(style, width, length), path, 'S')
  })
}

// As in Blink: small dots are square, large ones round; thin lines have longer dashes; a line ends as it begins.
function dashes(style: Edge['style'], width: number, length: number): string {
  const isRound = style === 'dotted' && width > 3
  const [dash, gap] = style === 'dotted' ? [width, width] : width >= 3 ? [width * 2, width] : [width * 3, width * 2]
  const count = Math.max(1, Math.round((length - dash) / (dash + gap)))
  const fitting = length === Number.POSITIVE_INFINITY ? gap : Math.max(0.1, (length - dash) / count - dash)
  return isRound ? `1 J [0 ${nums(dash + fitting)}] ${nums(-width / 2)} d` : `[${nums(dash, fitting)}] 0 d`
}
