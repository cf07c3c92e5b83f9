import type { EmailDocument } from '../../document/index.ts'
import { inOnePiece } from '../style/one-piece.ts'

/** Start of a table that only lays out. */
export const layoutTable = '<table role="presentation" cellpadding="0" cellspacing="0"'

/** The same for a table as wide as its container, with the start of its only cell. */
export const fullTable = inOnePiece(`${layoutTable} width="100%"`)
export const openTable = inOnePiece(`${fullTable}>`)
export const fullCell = inOnePiece(`${fullTable}><tr><td`)

/** What surrounds a row: a table of fixed width in Word, which knows no max-width, and a div everywhere else. */
export interface RowFrame {
  width: number
  /** Declarations of the div. */
  css: string
  /** Start of the table, up to what its cell holds. */
  table: string
  /** Start of both, for a row with nothing of its own on them. */
  whole: string
}

const frames = { left: new Map<number, RowFrame>(), center: new Map<number, RowFrame>() }
const maxFrames = 100

/** The frame of rows of a width in px. Emails have the same few widths, so that frames are kept. */
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
