import { isNativeTag, parseTagged } from '../../email/data/index.ts'
import type { Block, RichText, Run } from '../../email/document/index.ts'
import { newBlock } from '../actions/index.ts'

/** Plain text as blocks: a text, or a table for lines with tabs, as spreadsheets copy them. */
export function readPlain(text: string): Block[] {
  const lines = text.replaceAll('\r', '').trim().split('\n')
  const cells = lines.map((line) => line.split('\t'))
  const width = cells[0]?.length ?? 0
  const isTable = width > 1 && width <= 12 && lines.length > 1 && lines.length <= 500
  if (!isTable || cells.some((row) => row.length !== width)) {
    const words = plainRich(text)
    return text.trim() === '' ? [] : [{ ...newBlock('text'), text: words }]
  }
  const { head: _head, columns: _columns, ...table } = newBlock('table')
  return [{ ...table, rows: cells.map((row) => row.map((cell) => plainRich(cell.trim()))) }]
}

/** Text as paragraphs and lines; spaces at its ends are kept. */
export function plainRich(text: string): RichText {
  const parts = withoutEmptyLines(text).split(/\n{2,}/)
  return parts
    .filter((part) => part !== '')
    .map((lines) => ({
      type: 'paragraph',
      runs: lines
        .split('\n')
        .flatMap((line, index) => [...(index === 0 ? [] : [{ break: true as const }]), ...runsOf(line)]),
    }))
}

// As in typed text, `{{ path }}` is a merge field; what is no merge tag stays text.
function runsOf(line: string): Run[] {
  const { parts, error } = parseTagged(line)
  if (error !== undefined || parts.some((part) => typeof part !== 'string' && isNativeTag(part)))
    return line === '' ? [] : [{ text: line }]
  return parts.map((part) => (typeof part === 'string' ? { text: part } : { tag: part }))
}

/** Text without line breaks at its ends, where cells and lines are often copied with one. */
export function withoutEmptyLines(copied: string): string {
  const text = copied.replaceAll('\r', '')
  let [start, end] = [0, text.length]
  while (text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}
