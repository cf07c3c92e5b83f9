import type { EmailDocument } from '../../document/index.ts'
import { inOnePiece } from '../style/one-piece.ts'

/** Start of a layout table. */
export const layoutTable = '<table role="presentation" cellpadding="0" cellspacing="0"'

/** A layout table of full width, with the start of its only cell. */
export const fullTable = inOnePiece(`${layoutTable} width="100%"`)
export const openTable = inOnePiece(`${fullTable}>`)
export const fullCell = inOnePiece(`${fullTable}><tr><td`)

/** Markup around a row: a fixed-width table in Word, which does not support max-width, and a div in other clients. */
export interface RowFrame {
  width: number
  /** Declarations of the div. */
  css: string
  /** Start of the table, up to the content of its cell. */
  table: string
  /** Start of both, for a row without attributes. */
  whole: string
}

const frames = { left: new Map<number, RowFrame>(), center: new Map<number, RowFrame>() }
const maxFrames = 100

/** Cached by width and alignment: emails use few widths. */
export function rowFrame(width: number, align: EmailDocument['body']['align']): RowFrame {
  const known = frames[align === 'left' ? 'left' : 'center']
  let frame = known.get(width)
  if (frame === undefined) {
    if (known.size >= maxFrames) known.clear()
    frame = writeFrame(width, align === 'left')
    known.set(width, frame)
  }
  return frame
}

function writeFrame(width: number, isLeft: boolean): RowFrame {
  const css = `${isLeft ? '' : 'margin:0 auto;'}max-width:${width}px`
  const table = `${layoutTable}${isLeft ? '' : ' align="center"'} width="${width}"><tr><td>`
  const whole = inOnePiece(`<!--[if mso]>${table}<![endif]--><div style="${css}">`)
  return { width, css, table, whole }
}
