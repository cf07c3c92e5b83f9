import { type Box, hasFace } from './box.ts'

/**
 * A page that is one card in the middle is as wide as the card: what is beside it is space of the window. Phones keep it.
 * Gives the box of the body and the width of the content.
 */
export function tighten(body: Box, width: number): { body: Box; width: number } {
  const [card, more] = body.children
  if (body.kind !== 'stack' || body.isOpen !== true || card === undefined || more !== undefined) return { body, width }
  const [top, right, bottom, left] = card.margin.wide
  const isMiddle = card.isFrame === true && hasFace(card) && left >= 1 && Math.abs(left - right) < 2
  if (!isMiddle || body.padding.wide[1] >= 1 || body.padding.wide[3] >= 1) return { body, width }
  const margin = { wide: [top, 0, bottom, 0] as typeof card.margin.wide, narrow: card.margin.narrow }
  return { body: { ...body, children: [{ ...card, margin }] }, width: Math.round(card.width) }
}
