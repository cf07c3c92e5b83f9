import type { Node } from '@takumi-rs/wasm'
import type {
  DisplayList,
  DisplayItem,
  DisplayBox,
  DisplayGroup,
  DisplayImage,
  DisplayText,
} from '../display-list/display-list.ts'
import type { Rect, Tile } from '../display-list/background.ts'
import type { DisplayGradient } from '../display-list/gradient.ts'
import { familiesFor } from '../font-families.ts'
import type { Four } from '../style/computed-style.ts'

type Style = Record<string, string | number>

/** The painter's key of the image with a URL; undefined if there is none. */
export type KeyOf = (src: string) => string | undefined

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
const corners = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'] as const
// Color of the placeholder of a missing image.
const absent = '#80808033'

/** Nodes with absolute positions: takumi does no layout. All values are validated. */
export function nodesOf({ width, height, items }: DisplayList, keyOf: KeyOf): Node {
  const style = { position: 'relative', display: 'block', width: px(width), height: px(height), overflow: 'hidden' }
  const seen = items.filter(({ y }) => y < height)
  return container(
    style,
    seen.flatMap((item) => nodeOf(item, keyOf, { x: 0, y: 0 })),
  )
}

function nodeOf(item: DisplayItem, keyOf: KeyOf, origin: { x: number; y: number }): Node[] {
  switch (item.kind) {
    case 'box':
      return [boxNode(item, keyOf, origin)]
    case 'picture':
      return [imageNode(item, keyOf, origin)]
    case 'text':
      return textNodes(item, origin)
    case 'link':
      return []
    case 'group':
      return [groupNode(item, keyOf, origin)]
  }
}

function boxNode(box: DisplayBox, keyOf: KeyOf, origin: { x: number; y: number }): Node {
  const style: Style = { ...place(box, origin), ...rounded(box.radius) }
  if (box.background !== undefined) style['backgroundColor'] = box.background
  const layers = layersOf(box, keyOf)
  if (layers.length > 0) {
    const list = (textOf: (layer: Layer) => string) => layers.map(textOf).join(', ')
    style['backgroundImage'] = list(({ css }) => css)
    style['backgroundSize'] = list(({ width, height }) => `${px(width)} ${px(height)}`)
    style['backgroundPosition'] = list(({ x, y }) => `${px(x)} ${px(y)}`)
    style['backgroundRepeat'] = list(({ repeat }) => repeat)
  }
  for (const [index, side] of sides.entries()) {
    const edge = box.border[index]
    if (edge === undefined || edge.width === 0) continue
    style[`border${side}Width`] = px(edge.width)
    style[`border${side}Style`] = edge.style
    style[`border${side}Color`] = edge.color
  }
  if (layers.every((layer) => isInside(layer, box))) return container(style, [])
  // The painter does not clip tiles.
  const clip = { ...place(box, origin), ...rounded(box.radius), overflow: 'hidden' }
  return container(clip, [container({ ...style, left: '0px', top: '0px' }, [])])
}

/** A background layer as CSS of the painter. */
interface Layer extends Omit<Tile, 'src'> {
  css: string
}

/** Topmost first. */
function layersOf({ gradients, image }: DisplayBox, keyOf: KeyOf): Layer[] {
  const key = image === undefined ? undefined : keyOf(image.src)
  const painted = gradients.map((gradient) => ({ ...gradient, css: gradientCss(gradient) }))
  return [
    ...painted.filter(({ isOverImage }) => isOverImage),
    ...(image === undefined || key === undefined ? [] : [{ ...image, css: `url('${key}')` }]),
    ...painted.filter(({ isOverImage }) => !isOverImage),
  ]
}

function gradientCss({ shape, stops }: DisplayGradient): string {
  const colors = stops.map(({ at, color }) => `${color} ${Math.round(at * 1e6) / 1e4}%`).join(', ')
  if (shape.kind === 'linear') return `linear-gradient(${Math.round(shape.angle * 1e4) / 1e4}deg, ${colors})`
  const { x, y, radiusX, radiusY } = shape
  return `radial-gradient(${px(radiusX)} ${px(radiusY)} at ${px(x)} ${px(y)}, ${colors})`
}

function isInside({ x, y, width, height, repeat }: Omit<Tile, 'src'>, box: Rect): boolean {
  return repeat === 'no-repeat' && x >= 0 && y >= 0 && x + width <= box.width && y + height <= box.height
}

function imageNode(replaced: DisplayImage, keyOf: KeyOf, origin: { x: number; y: number }): Node {
  const style: Style = { ...place(replaced, origin), ...rounded(replaced.radius) }
  const key = keyOf(replaced.src)
  if (key === undefined) return container({ ...style, backgroundColor: absent }, [])
  return { type: 'image', src: key, style: { ...style, objectFit: 'fill' } }
}

function textNodes(run: DisplayText, origin: { x: number; y: number }): Node[] {
  const { face, size, color, spacing, direction, height, text } = run
  const style: Style = {
    ...place(run, origin),
    // Extra width at the end, so that rounding does not break the line.
    width: px(run.width + size),
    display: 'block',
    whiteSpace: 'pre',
    fontFamily: familiesFor(text, face),
    fontWeight: face.weight,
    fontStyle: face.italic ? 'italic' : 'normal',
    fontSize: px(size),
    lineHeight: px(height),
    color,
  }
  if (spacing !== 0) style['letterSpacing'] = px(spacing)
  if (direction === 'rtl') {
    style['direction'] = 'rtl'
    style['textAlign'] = 'right'
    style['left'] = px(run.x - size - origin.x)
  }
  const node: Node = { type: 'text', text, style }
  return [node, ...lines(run, origin)]
}

// A tenth of the font size thick, as in browsers.
function lines(
  { x, width, baseline, size, color, underline, lineThrough }: DisplayText,
  origin: { x: number; y: number },
) {
  const thick = Math.max(1, Math.round(size / 10))
  const at = (y: number) => container({ ...place({ x, y, width, height: thick }, origin), backgroundColor: color }, [])
  return [
    ...(underline ? [at(baseline + Math.max(1, Math.ceil(thick / 2)))] : []),
    ...(lineThrough ? [at(Math.round(baseline - size * 0.3))] : []),
  ]
}

function groupNode(group: DisplayGroup, keyOf: KeyOf, origin: { x: number; y: number }): Node {
  const inner = group.items.flatMap((item) => nodeOf(item, keyOf, group))
  const style: Style = { ...place(group, origin), ...rounded(group.radius) }
  if (group.clips) style['overflow'] = 'hidden'
  if (group.opacity < 1) style['opacity'] = group.opacity
  return container(style, inner)
}

function place({ x, y, width, height }: Rect, origin: { x: number; y: number }): Style {
  return {
    position: 'absolute',
    boxSizing: 'border-box',
    left: px(x - origin.x),
    top: px(y - origin.y),
    width: px(width),
    height: px(height),
  }
}

function rounded(radius: Four<number>): Style {
  const style: Style = {}
  for (const [index, corner] of corners.entries()) {
    const length = radius[index] ?? 0
    if (length > 0) style[`border${corner}Radius`] = px(length)
  }
  return style
}

function container(style: Style, children: Node[]): Node {
  return { type: 'container', style, children }
}

function px(length: number): string {
  return `${Math.round(length * 1000) / 1000}px`
}
