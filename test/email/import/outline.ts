import { printCondition } from '../../../src/email/data/index.ts'
import type { Condition } from '../../../src/email/data/index.ts'
import { type RichText, richTextToPlain } from '../../../src/email/document/index.ts'

/** A node of a document before it is read. */
export type Loose = Record<string, unknown>

/** The rows of an imported document as a page that people read: a line a node, its words, when it is shown. */
export function outlineOf(rows: readonly Loose[], depth = 0): string {
  return rows.map((node) => lineOf(node, depth)).join('')
}

function lineOf(node: Loose, depth: number): string {
  const children = ['rows', 'columns', 'blocks'].flatMap((key) =>
    node['type'] !== 'table' && Array.isArray(node[key]) ? (node[key] as Loose[]) : [],
  )
  const logic = [
    node['when'] === undefined ? '' : ` · when ${wordsOf(node['when'] as Condition)}`,
    node['each'] === undefined ? '' : ` · for each ${JSON.stringify(node['each'])}`,
  ].join('')
  const words = sayingOf(node)
  return `${'  '.repeat(depth)}${String(node['type'])}${logic}${words === '' ? '' : `: ${words}`}\n${outlineOf(children, depth + 1)}`
}

function wordsOf(condition: Condition): string {
  return condition.op === 'native' ? `${condition.before} … ${condition.after}` : printCondition(condition)
}

function sayingOf(node: Loose): string {
  if (Array.isArray(node['text'])) return richTextToPlain(node['text'] as RichText)
  const said = ['label', 'href', 'src', 'alt', 'html'].flatMap((key) =>
    typeof node[key] === 'string' && node[key] !== '' ? [`${key} ${node[key]}`] : [],
  )
  if (node['type'] === 'table') said.push(...(node['rows'] as RichText[][]).flat().map(richTextToPlain))
  return said.join(', ')
}
