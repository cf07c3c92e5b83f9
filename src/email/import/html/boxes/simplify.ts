import type { Box as Lengths, Color } from '../../../document/index.ts'
import { type Box, type Insets, addInsets, hasFace, isPlainColor, isRepeated } from './box.ts'

/**
 * Removes boxes that only wrap another one; their spacing moves to the remaining box. A background in the color `behind` it
 * is invisible and removed, too.
 */
export function simplify(given: Box, behind?: Color): Box {
  const box = withoutInvisibleColor(withoutInvisibleBorder(given, behind), behind)
  const { background, backgroundImage } = box.face
  const color = backgroundImage === undefined ? (background ?? behind) : undefined
  // A cell keeps its width in the row when another box replaces its content.
  const children = box.children.map((child) =>
    box.kind === 'row' ? { ...simplify(child, color), width: child.width } : simplify(child, color),
  )
  const [only] = children
  if (box.kind !== 'stack' || children.length !== 1 || only === undefined || !canMerge(box, only))
    return { ...box, children }
  return hasFace(box) ? mergeIntoParent(box, only) : mergeIntoChild(box, only)
}

// A border in the color behind and inside of it is padding.
function withoutInvisibleBorder(box: Box, behind: Color | undefined): Box {
  const { border, ...face } = box.face
  if (border === undefined || behind === undefined || border.color !== behind || border.style !== 'solid') return box
  if (face.backgroundImage !== undefined || (face.background !== undefined && face.background !== behind)) return box
  const at = (side: 'top' | 'right' | 'bottom' | 'left') =>
    border.sides === undefined || border.sides.includes(side) ? border.width : 0
  const space: Lengths = [at('top'), at('right'), at('bottom'), at('left')]
  return { ...box, face, padding: addInsets(box.padding, { wide: space, narrow: space }) }
}

function withoutInvisibleColor(box: Box, behind: Color | undefined): Box {
  const { background, ...face } = box.face
  const isInvisible = behind !== undefined && background === behind && isPlainColor(box) && box.dark === undefined
  return isInvisible ? { ...box, face } : box
}

function canMerge(box: Box, child: Box): boolean {
  if (hasFace(box) && (hasFace(child) || (box.isOpen === true && child.isOpen !== true))) return false
  if (isRepeated(box) || isRepeated(child)) return false
  return !(box.hide !== undefined && child.hide !== undefined) && !(box.when !== undefined && child.when !== undefined)
}

// The child replaces both boxes; padding of the outer one becomes margin of the child.
function mergeIntoChild(box: Box, child: Box): Box {
  const container = addInsets(box.margin, box.padding)
  const around = child.isFrame === true && box.isFrame !== true ? upright(container) : container
  const merged: Box = {
    ...child,
    margin: addInsets(around, child.margin),
    isFrame: box.isFrame === true || child.isFrame === true,
  }
  return withBoxProperties(merged, box)
}

// A box with its own width is centered in the window, so horizontal padding around it has no effect.
function upright({ wide, narrow }: Insets): Insets {
  return { wide: [wide[0], 0, wide[2], 0], narrow }
}

function mergeIntoParent(box: Box, child: Box): Box {
  const { face: _face, margin, padding, width: _width, isFrame: _frame, isOpen: _open, ...content } = child
  const merged: Box = { ...box, ...content, padding: addInsets(box.padding, addInsets(margin, padding)) }
  return withBoxProperties(merged, box)
}

function withBoxProperties(merged: Box, box: Box): Box {
  if (box.when !== undefined) merged.when = box.when
  if (box.hide !== undefined) merged.hide = box.hide
  if (box.valign !== undefined) merged.valign = box.valign
  if (box.dark !== undefined) merged.dark ??= box.dark
  return merged
}

/**
 * Narrows a page that consists of one centered card to the width of the card: the space beside it belongs to the window.
 * Phones keep that space. Returns the box of the body and the content width.
 */
export function narrowToCard(body: Box, width: number): { body: Box; width: number } {
  const [card, more] = body.children
  if (body.kind !== 'stack' || body.isOpen !== true || card === undefined || more !== undefined) return { body, width }
  const [top, right, bottom, left] = card.margin.wide
  const isMiddle = card.isFrame === true && hasFace(card) && left >= 1 && Math.abs(left - right) < 2
  if (!isMiddle || body.padding.wide[1] >= 1 || body.padding.wide[3] >= 1) return { body, width }
  const margin = { wide: [top, 0, bottom, 0] as typeof card.margin.wide, narrow: card.margin.narrow }
  return { body: { ...body, children: [{ ...card, margin }] }, width: Math.round(card.width) }
}
