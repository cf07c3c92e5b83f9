import type { Block } from '../../document/index.ts'
import { type Rgb, hexOf, contrast, minContrast } from '../color/color.ts'
import { type ShownColors, androidDark, fullDark } from '../color/dark-schemes.ts'
import type { Page, Paint, PaintedText } from '../page/page.ts'

/** Text with a distinct style within a node. */
export interface NodeStyle {
  node: Block
  text: string
  paint: Paint
  link: PaintedText['link']
}

const cached = new WeakMap<Page, NodeStyle[]>()

/** Verifiable texts: each style of a node once, with its longest text. */
export function distinctTexts(page: Page): readonly NodeStyle[] {
  const known = cached.get(page)
  if (known !== undefined) return known
  const styles = new Map<string, NodeStyle>()
  const ofPaint = new Map<Paint, string>()
  for (const { isSilent, link, node, paint, text } of page.texts) {
    // Symbols are not text, and logos need no contrast (WCAG 2.2, 1.4.3).
    if (node === undefined || isSilent || !paint.isCertain || !/[\p{L}\p{N}]/u.test(text)) continue
    const look = ofPaint.get(paint) ?? keyOf(paint)
    ofPaint.set(paint, look)
    const key = `${node.id} ${look}`
    const seen = styles.get(key)
    if (seen === undefined) styles.set(key, { node: node as Block, text, paint, link })
    else if (text.length > seen.text.length) seen.text = text
  }
  const list = [...styles.values()]
  cached.set(page, list)
  return list
}

/** Equal for two styles that differ in nothing the rules check. */
function keyOf({
  background,
  color,
  darkBackground,
  darkColor,
  isBare,
  isOverImage,
  line,
  narrowSize,
  size,
  weight,
}: Paint): string {
  const dark = `${darkColor === undefined ? '' : hexOf(darkColor)} ${darkBackground === undefined ? '' : hexOf(darkBackground)}`
  return `${hexOf(color)} ${hexOf(background)} ${dark} ${size} ${narrowSize} ${weight} ${line ?? ''} ${isBare} ${isOverImage}`
}

/**
 * Tolerance for the contrast of approximated colors: Gmail does not publish its formulas, so a slightly insufficient
 * contrast may be sufficient there.
 */
export const guessTolerance = 0.9

/**
 * True if text in that color is readable in light mode and in every client that changes it, regardless of the email's dark
 * mode colors.
 */
export function isReadableInAllSchemes(paint: Paint, color: Rgb): boolean {
  const min = minContrast(paint.size, paint.weight) + 0.1
  const pair = { color, background: paint.background }
  const android = androidDark(pair)
  const turned = fullDark(pair)
  return (
    contrast(color, paint.background) >= min &&
    contrast(android.color, android.background) >= min &&
    contrast(turned.color, turned.background) >= min * guessTolerance
  )
}

export function contrastMessage(
  title: string,
  { text, shown, min, where }: { text: string; shown: ShownColors; min: number; where: string },
): string {
  const ratio = Math.floor(contrast(shown.color, shown.background) * 100) / 100
  const place = where === '' ? '' : `${where} `
  return `${title}: ${place}${quote(title, text)} has a contrast of ${ratio}:1 (${hexOf(shown.color)} on ${hexOf(shown.background)}); at least ${min}:1 is required.`
}

/** Quotes a text for a message; text already in the title of its node is not repeated. */
export function quote(title: string, text: string): string {
  return title.includes(`“${text.slice(0, 20)}`) ? 'the text' : `“${text.slice(0, 40).toWellFormed()}”`
}
