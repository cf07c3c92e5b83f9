import type { DisplayText } from '../../layout/index.ts'
import type { EmbeddedFont } from '../fonts/embedded-font.ts'
import { hex } from '../fonts/code-map.ts'
import type { Piece } from '../text/shape-run.ts'
import { fill, type Canvas, colorOf } from './canvas.ts'
import { num, nums, preciseNums, rectangle } from './content.ts'

/** Synthetic italic: tangent of the slant. Synthetic bold: stroke width in em. */
const [slantFactor, thickness] = [0.2, 1 / 30]

export function paintText(canvas: Canvas, run: DisplayText, pieces: readonly Piece[]): void {
  const { content, resources } = canvas
  const { components, alpha } = colorOf(run.color)
  if (alpha === 0 && !run.underline && !run.lineThrough) return
  const put = () => {
    const marks: string[] = []
    content.put('BT', `${components} rg`)
    let { x } = run
    for (const piece of pieces) {
      marks.push(...putPiece(canvas, run, { piece, x, components }))
      x += piece.width
    }
    content.put('ET', ...marks)
  }
  if (alpha === 1) put()
  else {
    content.inside(() => {
      content.put(`/${resources.alpha(alpha)} gs`)
      put()
    })
  }
}

/** Underline and strike-through: a tenth of the font size thick, as in browsers. */
export function paintLines(
  canvas: Canvas,
  { x, width, baseline, size, color, underline, lineThrough }: DisplayText,
): void {
  const thick = Math.max(1, Math.round(size / 10))
  const at = (y: number) => {
    const path = rectangle({ x, y, width, height: thick })
    canvas.content.artifact(() => fill(canvas, path, color))
  }
  if (underline) at(baseline + Math.max(1, Math.ceil(thick / 2)))
  if (lineThrough) at(Math.round(baseline - size * 0.3))
}

/** Shows a piece as text; returns the operators of the glyphs that are painted as outlines. */
function putPiece(
  { content, resources }: Canvas,
  { baseline, size, spacing }: DisplayText,
  { piece, x, components }: { piece: Piece; x: number; components: string },
): string[] {
  const { font, isSlanted, isSyntheticBold } = piece.choice
  const embedded = resources.font(font)
  content.put(`/${embedded.name} ${num(size)} Tf`, `${nums(1, 0, isSlanted ? slantFactor : 0, -1, x, baseline)} Tm`)
  if (isSyntheticBold) content.put(`2 Tr ${num(size * thickness)} w ${components} RG`)
  // Readers join letter-spaced text into one word only if the spacing is set with Tc.
  const isEven = spacing !== 0 && piece.glyphs.every(({ letters, text }) => letters === 1 && text !== '')
  if (isEven) content.put(`${num(spacing)} Tc`)
  const { lines, marks } = showGlyphs(piece, embedded, { size, spacing: isEven ? 0 : spacing })
  for (const line of lines) content.put(line)
  if (isEven) content.put('0 Tc')
  if (isSyntheticBold) content.put('0 Tr')
  const scale = size / font.shaped.unitsPerEm
  const slant = isSlanted ? slantFactor * scale : 0
  const thick = isSyntheticBold ? thickness : 0
  const color = isSyntheticBold && marks.length > 0 ? [`${components} RG`] : []
  const painted = marks.flatMap(({ id, left, up }) => {
    const name = resources.outline(font, id, thick)
    const place = nums(x + left * scale + slant * up, baseline - up * scale)
    return name === undefined ? [] : [`q ${preciseNums(scale, 0, slant, -scale)} ${place} cm /${name} Do Q`]
  })
  return [...color, ...painted]
}

/** A glyph with its position, in units of the font, from the start of its piece and the baseline. */
interface Mark {
  id: number
  left: number
  up: number
}

/**
 * Text operators of a piece (ISO 32000-2, 9.4.3): differences to the advance width are adjusted in thousandths of an
 * em, and raised glyphs use text rise. Glyphs without letters of their own, such as the dots of Arabic letters, are
 * painted as outlines: extracted text would contain an unknown character between two letters.
 */
function showGlyphs(
  { choice, glyphs }: Piece,
  embedded: EmbeddedFont,
  { size, spacing }: { size: number; spacing: number },
): { lines: string[]; marks: Mark[] } {
  const thousandth = 1000 / choice.font.shaped.unitsPerEm
  const lines: string[] = []
  const marks: Mark[] = []
  let codes = ''
  let shown: string[] = []
  let rise = 0
  let pen = 0
  const endCodes = () => {
    if (codes !== '') shown.push(`<${codes}>`)
    codes = ''
  }
  const endLine = () => {
    endCodes()
    if (shown.length > 0) lines.push(`[${shown.join('')}] TJ`)
    shown = []
  }
  const move = (thousandths: number) => {
    if (Math.abs(thousandths) < 0.05) return
    endCodes()
    shown.push(num(-thousandths))
  }
  for (const glyph of glyphs) {
    const available = (glyph.letters * spacing * 1000) / size
    if (glyph.text === '' && choice.font.isTrueType) {
      marks.push({ id: glyph.id, left: pen + glyph.dx, up: glyph.dy })
      move(glyph.advance * thousandth + available)
    } else {
      if (glyph.dy !== rise) {
        endLine()
        rise = glyph.dy
        lines.push(`${num((rise * thousandth * size) / 1000)} Ts`)
      }
      move(glyph.dx * thousandth)
      codes += hex(embedded.codeOf(glyph.id, glyph.text))
      move((glyph.advance - glyph.dx) * thousandth - embedded.widthOf(glyph.id) + available)
    }
    pen += glyph.advance + available / thousandth
  }
  endLine()
  if (rise !== 0) lines.push('0 Ts')
  return { lines, marks }
}
