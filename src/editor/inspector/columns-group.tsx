import type { Column, ColumnWidth, Node } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import { Button, IconButton, SegmentedControl } from '../../ui/controls/index.ts'
import { NumberInput } from '../../ui/fields/index.ts'
import { plusIcon, trashIcon } from '../../ui/icons/index.ts'
import { removeNodes } from '../actions/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, type Target, writeNode } from '../fields/index.ts'
import { newId } from '../state/index.ts'

type Unit = 'fr' | 'px' | 'pct'

/** Columns of a section: widths, add, remove. */
export function ColumnsGroup({ editor, words, node, target }: PanelProps & { node: Node; target: Target }) {
  const { t } = words
  const columns = (node as { columns?: Column[] }).columns ?? []
  const isLocked = target.isLocked('columns')
  const setWidth = (column: Column, width: ColumnWidth) =>
    writeNode(editor, column, {
      prop: 'width',
      value: width,
      label: t('change.property', { property: t('columns.width') }),
    })
  const add = () => {
    const column: Column = { id: newId(), type: 'column', width: { fr: 1 }, blocks: [] }
    const parent = node.id
    editor.change(t('change.addColumn'), [{ op: 'insert', parent, index: columns.length, nodes: [column] }])
  }
  return (
    <Group name="columns" title={t('group.columns')}>
      <ul class="svc-columns">
        {columns.map((column, at) => {
          const [unit, amount] = widthOf(column.width)
          return (
            <li key={column.id} class="svc-columns-row">
              <button type="button" class="svc-columns-name" onClick={() => (editor.selection.value = column.id)}>
                {column.name ?? t('columns.name', { number: at + 1 })}
              </button>
              <NumberInput
                label={t('columns.widthOf', { number: at + 1 })}
                min={unit === 'fr' ? 0.1 : 1}
                max={unit === 'px' ? 900 : 100}
                step={unit === 'fr' ? 0.1 : 1}
                value={amount}
                disabled={isLocked}
                onChange={(next) => next !== undefined && setWidth(column, widthFrom(unit, next))}
              />
              <SegmentedControl<Unit>
                label={t('columns.unit')}
                value={unit}
                disabled={isLocked}
                segments={[
                  { value: 'fr', label: t('columns.share') },
                  { value: 'pct', label: '%' },
                  { value: 'px', label: 'px' },
                ]}
                onChange={(next) => setWidth(column, widthFrom(next, startOf(next, columns.length)))}
              />
              <IconButton
                dense
                danger
                icon={trashIcon}
                label={t('columns.remove', { number: at + 1 })}
                disabled={isLocked || columns.length < 2}
                onClick={() => removeNodes(editor, [column.id])}
              />
            </li>
          )
        })}
      </ul>
      {isLocked ? null : (
        <Button dense wide icon={plusIcon} disabled={columns.length >= limits.sectionColumns} onClick={add}>
          {t('columns.add')}
        </Button>
      )}
    </Group>
  )
}

function widthOf(width: ColumnWidth): [Unit, number] {
  if ('fr' in width) return ['fr', width.fr]
  return 'px' in width ? ['px', width.px] : ['pct', width.pct]
}

function widthFrom(unit: Unit, amount: number): ColumnWidth {
  if (unit === 'fr') return { fr: amount }
  return unit === 'px' ? { px: amount } : { pct: amount }
}

function startOf(unit: Unit, count: number): number {
  if (unit === 'fr') return 1
  return unit === 'px' ? 200 : Math.round(100 / count)
}
