import type { RichText } from '../../email/document/index.ts'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { TextInput } from '../../ui/fields/index.ts'
import { columnIcon, minusIcon, plusIcon, trashIcon } from '../../ui/icons/index.ts'
import { plainLines, withPlainLines } from '../fields/index.ts'
import type { FieldRowProps } from './row.ts'
import { dropItem } from './list-items.ts'

type Line = RichText[]

const emptyCell: RichText = [{ type: 'paragraph', runs: [] }]

export function TableControl({ editor, field, target, words }: FieldRowProps) {
  const { t } = words
  const value = target.read(field.prop)
  const isRow = field.prop === 'head'
  const rows = rowsOf(value, isRow)
  const width = Math.max(1, ...rows.map((row) => row.length), isRow && rows.length === 0 ? columnsOf(target) : 1)
  const label = words.label(field.label)
  const isLocked = target.isLocked(field.prop)
  const head = target.read('head') as Line | undefined
  const write = (next: Line[]) => target.write(label, field.prop, isRow ? next[0] : next)
  // Header and rows have the same number of columns.
  const widen = (change: (line: Line) => Line) => {
    const id = editor.selection.peek()
    const isHeaded = head !== undefined && head.length > 0 && id !== undefined
    const besides = isHeaded ? [{ op: 'set' as const, id, props: { head: change(head) } }] : []
    target.write(label, field.prop, rows.map(change), besides)
  }
  const setCell = (at: number, column: number, text: string) =>
    write(rows.map((row, index) => (index === at ? withCell(row, column, text) : row)))
  return (
    <div class="svc-cells">
      {rows.map((row, at) => (
        <div key={at} class="svc-cells-row">
          {Array.from({ length: width }, (_, column) => (
            <TextInput
              key={column}
              label={t('table.cell', { row: at + 1, column: column + 1 })}
              value={plainLines(row[column] ?? emptyCell) ?? ''}
              disabled={isLocked || plainLines(row[column] ?? emptyCell) === undefined}
              onChange={(text) => setCell(at, column, text)}
            />
          ))}
          {isLocked || (!isRow && rows.length < 2) ? null : (
            <IconButton
              dense
              danger
              icon={trashIcon}
              label={t('table.removeRow', { row: at + 1 })}
              onClick={() => (isRow ? target.write(label, field.prop, undefined) : write(dropItem(rows, at)))}
            />
          )}
        </div>
      ))}
      {isLocked ? null : (
        <div class="svc-cells-tools">
          {isRow && rows.length > 0 ? null : (
            <Button
              dense
              icon={plusIcon}
              onClick={() => write([...rows, Array.from({ length: width }, () => emptyCell)])}
            >
              {isRow ? t('table.addHead') : t('table.addRow')}
            </Button>
          )}
          {isRow || rows.length === 0 ? null : (
            <>
              <IconButton
                dense
                icon={columnIcon}
                label={t('table.addColumn')}
                onClick={() => widen((line) => [...line, emptyCell])}
              />
              <IconButton
                dense
                icon={minusIcon}
                label={t('table.removeColumn')}
                disabled={width < 2}
                onClick={() => widen((line) => line.slice(0, width - 1))}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

function columnsOf(target: FieldRowProps['target']): number {
  const rows = target.read('rows')
  return Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0].length : 1
}

function rowsOf(value: unknown, isRow: boolean): Line[] {
  if (!Array.isArray(value) || value.length === 0) return []
  return isRow ? [value as Line] : (value as Line[])
}

function withCell(row: Line, column: number, text: string): Line {
  const cells = Array.from({ length: Math.max(row.length, column + 1) }, (_, at) => row[at] ?? emptyCell)
  return cells.map((cell, at) => (at === column ? withPlainLines(cell, text) : cell))
}
