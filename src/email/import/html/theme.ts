import type { RichText, Run, Style } from '../../document/index.ts'
import type { InputNode } from './rows/style.ts'

/** All blocks of the rows, in order. */
export function blocksBelow(rows: readonly InputNode[]): InputNode[] {
  const found: InputNode[] = []
  for (const row of rows) {
    for (const inner of (row['rows'] ?? []) as InputNode[]) found.push(...blocksBelow([inner]))
    for (const column of (row['columns'] ?? []) as InputNode[]) {
      if (!Array.isArray(column['blocks'])) continue
      for (const block of column['blocks'] as InputNode[]) {
        found.push(block)
        if (block['type'] === 'columns') found.push(...blocksBelow([block]))
      }
    }
  }
  return found
}

interface ThemeParts {
  text?: Style
  link?: { color?: string; underline?: boolean }
}

/** Moves the text and link style of most of the email to the theme; blocks keep only their differences. */
export function extractTheme(rows: readonly InputNode[], dir: 'ltr' | 'rtl'): ThemeParts {
  const blocks = blocksBelow(rows)
  const text = commonText(blocks)
  const link = commonLink(blocks)
  for (const block of blocks) {
    if (text !== undefined) lighten(block, text, dir)
    for (const run of runsOf(block)) if ('link' in run && run.link !== undefined) lightenLink(run, link)
  }
  return { ...(text === undefined ? {} : { text }), ...(link === undefined ? {} : { link }) }
}

const shared = ['font', 'size', 'lineHeight', 'color'] as const

function commonText(blocks: readonly InputNode[]): Style | undefined {
  const counts = new Map<string, { style: Style; letters: number }>()
  for (const block of blocks) {
    if (block['type'] !== 'text') continue
    const style = (block['style'] ?? {}) as Style
    const picked: Style = Object.fromEntries(
      shared.flatMap((name) => (style[name] === undefined ? [] : [[name, style[name]]])),
    )
    const key = JSON.stringify(picked)
    const entry = counts.get(key) ?? { style: picked, letters: 0 }
    entry.letters += JSON.stringify(block['text']).length
    counts.set(key, entry)
  }
  const [first] = [...counts.values()].toSorted((one, other) => other.letters - one.letters)
  return first?.style
}

const plain: Style = { font: 'Arial, Helvetica, sans-serif', color: '#1f2328' }
const inCell = new Set(['text', 'html'])

// The theme's size and line height apply to texts only; headings and buttons have their own.
function lighten(block: InputNode, theme: Style, dir: 'ltr' | 'rtl'): void {
  const style = block['style'] as Style | undefined
  if (style === undefined) return
  const type = String(block['type'])
  const reached = { ...plain, ...theme }
  const names = inCell.has(type)
    ? shared
    : type === 'heading'
      ? (['font', 'color'] as const)
      : type === 'button'
        ? (['font'] as const)
        : []
  for (const name of names) if (style[name] === reached[name] && reached[name] !== undefined) delete style[name]
  if (inCell.has(type) && style.weight === 400) delete style.weight
  if (style.align === (dir === 'rtl' ? 'right' : 'left')) delete style.align
  if (Object.keys(style).length === 0) delete block['style']
}

export function runsOf(block: InputNode): Run[] {
  return linesOf(block).flat()
}

/** Runs by line: a paragraph, or an item of a list. */
export function linesOf(block: InputNode): Run[][] {
  const lines: Run[][] = []
  const addRich = (value: unknown) => {
    if (!Array.isArray(value)) return
    for (const part of value as RichText) {
      if (part.type === 'paragraph') lines.push(part.runs)
      else if (part.type === 'list') for (const item of part.items) addItem(item, lines)
    }
  }
  addRich(block['text'])
  for (const row of (Array.isArray(block['rows']) ? block['rows'] : []) as unknown[][])
    for (const cell of row) addRich(cell)
  for (const cell of (Array.isArray(block['head']) ? block['head'] : []) as unknown[]) addRich(cell)
  return lines
}

type Item = Extract<RichText[number], { type: 'list' }>['items'][number]

function addItem(item: Item, lines: Run[][]): void {
  lines.push(item.runs)
  for (const inner of item.list?.items ?? []) addItem(inner, lines)
}

type Linked = Exclude<Run, { break: true }>

function commonLink(blocks: readonly InputNode[]): ThemeParts['link'] {
  const linked = blocks.flatMap(runsOf).filter((run): run is Linked => !('break' in run) && run.link !== undefined)
  if (linked.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const { color } of linked) if (color !== undefined) counts.set(color, (counts.get(color) ?? 0) + 1)
  const [max] = [...counts].toSorted(([, one], [, other]) => other - one)
  const underline = linked.every((run) => run.underline === true)
  return { ...(max === undefined ? {} : { color: max[0] }), underline }
}

function lightenLink(run: Linked, theme: ThemeParts['link']): void {
  if (run.color === theme?.color) delete run.color
  if (theme?.underline === true) delete run.underline
}
