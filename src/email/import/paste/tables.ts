import { type RichText, parseRichText, richTextToPlain } from '../../document/index.ts'
import type { InputNode } from '../html/rows/style.ts'

/** Pasted content in order: data tables, and the HTML between them. */
export type PastedPart = { html: string } | { table: InputNode }

const attributes = `(?:[^<>"']|"[^"]*"|'[^']*')*`
const anyTable = /<table\b/i
const innermostTable = new RegExp(`<table\\b${attributes}>((?:(?!</?table\\b)[\\s\\S])*)</table\\s*>`, 'gi')
const cellParts = new RegExp(`<(t[dh])\\b(${attributes})>((?:(?!<t[dhr]\\b|</t[dhr]\\s*>)[\\s\\S])*)`, 'gi')

const [maxColumns, maxRows, maxSpanLength] = [12, 500, 12]

/**
 * Extracts data tables from HTML of Excel, Sheets, Word or Docs: cells of text only, not nested, two columns at least. Other
 * tables stay HTML. `clean` removes the source's styles from a cell.
 */
export function takeTables(html: string, clean: (text: RichText) => RichText): PastedPart[] {
  // A table in a table is a layout and converted as such.
  const found = [...html.matchAll(innermostTable)]
  if (found.length !== (html.match(/<table\b/gi)?.length ?? 0)) return [{ html }]
  const parts: PastedPart[] = []
  let from = 0
  for (const match of found) {
    const table = readTable(match[1] ?? '', clean)
    if (table === undefined) continue
    parts.push({ html: html.slice(from, match.index) }, { table })
    from = match.index + match[0].length
  }
  parts.push({ html: html.slice(from) })
  return parts.filter((part) => 'table' in part || anyWords(part.html))
}

/** Adds the table element that the clipboard omits around selected rows. */
export function closeTable(html: string): string {
  return !anyTable.test(html) && /<t[dr]\b/i.test(html) ? `<table>${html}</table>` : html
}

function anyWords(html: string): boolean {
  return /<(?:img|hr)\b/i.test(html) || html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
}

interface Cell {
  text: RichText
  isHead: boolean
  align: string | undefined
}

function readTable(inner: string, clean: (text: RichText) => RichText): InputNode | undefined {
  if (/<img\b/i.test(inner)) return undefined
  const lines = inner.split(/<tr\b/i).slice(1)
  if (lines.length > maxRows) return undefined
  const grid: (Cell | undefined)[][] = []
  for (const [at, line] of lines.entries()) {
    const row = (grid[at] ??= [])
    let column = 0
    for (const [, name = '', value = '', words = ''] of line.matchAll(cellParts)) {
      while (row[column] !== undefined) column++
      const [wide, high] = [spanOf(value, 'colspan'), spanOf(value, 'rowspan')]
      const cell = {
        text: clean(parseRichText(words)),
        isHead: name.toLowerCase() === 'th' || /font-weight:\s*(?:bold|[6-9]00)/i.test(value),
        align: alignOf(value, words),
      }
      for (let down = 0; down < high && at + down < lines.length; down++) {
        for (let across = 0; across < wide; across++) {
          ;(grid[at + down] ??= [])[column + across] = down + across === 0 ? cell : { ...cell, text: [] }
        }
      }
    }
  }
  const rows = grid.filter((row) => row.some((cell) => cell !== undefined && cell.text.length > 0))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width < 2 || width > maxColumns || rows.length === 0) return undefined
  const [first = [], ...others] = rows
  const isHead = others.length > 0 && first.every((cell) => cell === undefined || cell.isHead || isBold(cell.text))
  const body = isHead ? others : rows
  const filled = (row: readonly (Cell | undefined)[]) => Array.from({ length: width }, (_, at) => row[at]?.text ?? [])
  return {
    type: 'table',
    ...(isHead ? { head: filled(first).map(unbold) } : {}),
    rows: body.map(filled),
    columns: Array.from({ length: width }, (_, at) => alignsOf(body.map((row) => row[at]?.align))),
  }
}

function spanOf(value: string, name: string): number {
  const [, count = '1'] = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,3})`, 'i').exec(value) ?? []
  return Math.min(maxSpanLength, Math.max(1, Number(count)))
}

function alignOf(value: string, words: string): string | undefined {
  const [, align] = /(?:\balign\s*=\s*["']?|text-align:\s*)(left|center|right)/i.exec(`${value} ${words}`) ?? []
  return align?.toLowerCase()
}

function alignsOf(aligns: readonly (string | undefined)[]): object {
  const [first] = aligns
  return first !== undefined && first !== 'left' && aligns.every((align) => align === first) ? { align: first } : {}
}

// Header cells are bold by default.
function isBold(text: RichText): boolean {
  if (richTextToPlain(text).trim() === '') return true
  return text.every(
    (block) => block.type === 'paragraph' && block.runs.every((run) => 'break' in run || run.bold === true),
  )
}

function unbold(text: RichText): RichText {
  return text.map((block) => {
    if (block.type === 'list') return block
    const runs = block.runs.map((run) => {
      if ('break' in run) return run
      const { bold: _bold, ...rest } = run
      return rest
    })
    return { ...block, runs }
  })
}
