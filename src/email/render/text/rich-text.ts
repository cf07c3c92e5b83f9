import type { List, ListItem, RichText, Run } from '../../document/index.ts'
import { columnsOf } from './columns.ts'
import { wrapText } from './wrap.ts'

/** Converts runs to text: fills tags, checks URLs. */
export interface RunReader {
  text(run: Run): string
  href(run: Run): string
  refer(address: string): string
}

/** Parts are separated by blank lines; lines are wrapped. */
export function richToText(value: RichText, reader: RunReader, width: number): string {
  const parts = value.map((part) => {
    if (part.type === 'list') return listToText(part, reader, width)
    const text = wrapText(runsToText(part.runs, reader), width)
    return part.level === undefined ? text : underline(text, part.level)
  })
  return parts.filter((part) => part !== '').join('\n\n')
}

export function richToLine(value: RichText, reader: RunReader): string {
  const lines = value.flatMap((part) =>
    part.type === 'list' ? part.items.map((item) => runsToText(item.runs, reader)) : [runsToText(part.runs, reader)],
  )
  return lines.join(' ').replace(/\s+/g, ' ').trim()
}

/** One item with its marker; continuation lines are indented to its first word. */
export function itemToText(text: string, marker: string, width: number): string {
  const indent = ' '.repeat(columnsOf(marker) + 1)
  const wrapped = wrapText(text, width - indent.length)
  return `${marker} ${wrapped.replaceAll('\n', `\n${indent}`)}`
}

function listToText(list: List, reader: RunReader, width: number): string {
  return list.items
    .map((item, index) => nestedItem(item, list.ordered ? `${index + 1}.` : '-', reader, width))
    .join('\n')
}

function nestedItem(item: ListItem, marker: string, reader: RunReader, width: number): string {
  const own = itemToText(runsToText(item.runs, reader), marker, width)
  if (item.list === undefined) return own
  const indent = ' '.repeat(marker.length + 1)
  return `${own}\n${indent}${listToText(item.list, reader, width - indent.length).replaceAll('\n', `\n${indent}`)}`
}

// The URL of a link follows its last run once: `text (url)`, or the URL alone if it equals the text.
function runsToText(runs: readonly Run[], reader: RunReader): string {
  let out = ''
  let linked = ''
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (run === undefined) continue
    if ('break' in run) {
      out += '\n'
      continue
    }
    const text = reader.text(run)
    out += text
    if (run.link === undefined) continue
    linked += text
    const next = runs[at + 1]
    const goesOn = next !== undefined && !('break' in next) && next.link !== undefined && sameLink(next, run)
    if (goesOn) continue
    const href = reader.href(run)
    if (href !== '' && href !== linked.trim() && href !== `mailto:${linked.trim()}`) out += ` ${reader.refer(href)}`
    linked = ''
  }
  return out
}

function sameLink(one: Run, other: Run): boolean {
  if ('break' in one || 'break' in other) return false
  return one.link?.href === other.link?.href && one.link?.role === other.link?.role
}

/** Levels 1 and 2 are underlined with the width of the longest line; not by hyphens, which announce signatures. */
export function underline(text: string, level: number): string {
  if (text === '' || level > 2) return text
  const maxLength = Math.max(...text.split('\n').map(columnsOf))
  return `${text}\n${(level === 1 ? '=' : '~').repeat(maxLength)}`
}
