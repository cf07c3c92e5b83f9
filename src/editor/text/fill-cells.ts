import type { Block, RichText } from '../../email/document/index.ts'
import type { TypingContext } from './context.ts'

const [maxColumns, maxRows] = [12, 500]

/** Pastes a table into cells, starting at the current one; adds rows and columns as needed. Returns true if it did. */
export function fillCells({ editor, id, target, session, words }: TypingContext, pasted: readonly Block[]): boolean {
  const [table] = pasted
  const [, where = '', at = ''] = /^(head|rows\.\d+)\.(\d+)$/.exec(target.prop) ?? []
  const node = editor.outline.peek().entries.get(id)?.node as Block | undefined
  if (where === '' || pasted.length !== 1 || table?.type !== 'table' || node === undefined) return false
  const [head, rows] = [node['head'] as RichText[] | undefined, node['rows'] as RichText[][]]
  const all = [...(head === undefined ? [] : [head]), ...rows]
  const from = where === 'head' ? 0 : Number(where.slice(5)) + (head === undefined ? 0 : 1)
  const filled = fill(all, linesOf(table), { row: from, column: Number(at) })
  if (filled === undefined) return false
  const props = head === undefined ? { rows: filled } : { head: filled[0], rows: filled.slice(1) }
  editor.sealHistory()
  editor.change(words.t('text.change.paste'), [{ op: 'set', id, props }])
  session().goTo(target.prop, 'end')
  return true
}

function linesOf(table: Block): RichText[][] {
  const head = table['head'] as RichText[] | undefined
  return [...(head === undefined ? [] : [head]), ...(table['rows'] as RichText[][])]
}

function fill(
  all: readonly RichText[][],
  given: readonly RichText[][],
  { row, column }: { row: number; column: number },
): RichText[][] | undefined {
  const height = Math.max(all.length, row + given.length)
  const width = Math.max(...all.map((line) => line.length), ...given.map((line) => column + line.length))
  if (width > maxColumns || height > maxRows) return undefined
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => given[y - row]?.[x - column] ?? all[y]?.[x] ?? []),
  )
}
