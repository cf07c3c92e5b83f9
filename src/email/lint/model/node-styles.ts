import type { Block } from '../../document/index.ts'
import { type Rgb, hexOf, contrast, minContrast } from '../color/color.ts'
import { type ShownColors, androidDark, fullDark } from '../color/dark-schemes.ts'
import type { Page, Paint, PaintedText } from '../page/page.ts'

/** Text of a node that looks unlike other text of it. */
export interface NodeStyle {
  node: Block
  text: string
  paint: Paint
  link: PaintedText['link']
}

const cached = new WeakMap<Page, NodeStyle[]>()

/** Text that can be checked: each style of a node once, with its longest text. */
export function distinctTexts(page: Page): readonly NodeStyle[] {
  const known = cached.get(page)
  if (known !== undefined) return known
  const looks = new Map<string, NodeStyle>()
  const ofPaint = new Map<Paint, string>()
  for (const { isSilent, link, node, paint, text } of page.texts) {
    // Signs are no text, and logos need no contrast (WCAG 2.2, 1.4.3).
    if (node === undefined || isSilent || !paint.isCertain || !/[\p{L}\p{N}]/u.test(text)) continue
    const look = ofPaint.get(paint) ?? keyOf(paint)
    ofPaint.set(paint, look)
    const key = `${node.id} ${look}`
    const seen = looks.get(key)
    if (seen === undefined) looks.set(key, { node: node as Block, text, paint, link })
    else if (text.length > seen.text.length) seen.text = text
  }
  const list = [...looks.values()]
  cached.set(page, list)
  return list
}

/** Two looks are the same when nothing that can be judged is different. */
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
 * What a guessed change of a color may miss of the contrast that is needed: Gmail does not publish its formulas, so what is only
 * just too little by ours may be enough by theirs.
 */
export const guessTolerance = 0.9

/** True if text in that color could be read by day and wherever a mail client changes it, whatever the email says of dark mode. */
export function readsEverywhere(paint: Paint, color: Rgb): boolean {
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

/** What is wrong with a contrast, in words. */
export function contrastMessage(
  title: string,
  { text, shown, min, where }: { text: string; shown: ShownColors; min: number; where: string },
): string {
  const ratio = Math.floor(contrast(shown.color, shown.background) * 100) / 100
  const place = where === '' ? '' : `${where} `
  return `${title}: ${place}${quote(title, text)} has a contrast of ${ratio}:1 (${hexOf(shown.color)} on ${hexOf(shown.background)}); at least ${min}:1 is required.`
}

/** A text in the words of a message; one that the title of its node begins with is not said twice. */
export function quote(title: string, text: string): string {
  return title.includes(`“${text.slice(0, 20)}`) ? 'the text' : `“${text.slice(0, 40).toWellFormed()}”`
}
