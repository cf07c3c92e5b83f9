import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { blockTypes } from '../../email/blocks/index.ts'
import { type Field as BlockField, type RichText, richTextToPlain } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { plusIcon } from '../../ui/icons/index.ts'
import { translateDefaults } from '../actions/index.ts'
import { readAt } from '../fields/index.ts'
import { ItemLines } from './item-lines.tsx'
import { itemPlace, itemTarget } from './list-items.ts'
import type { FieldRowProps } from './row.ts'
import { TableControl } from './table-control.tsx'

type Item = Record<string, unknown>

export function ListControl({
  render,
  ...row
}: FieldRowProps & { render: (inner: FieldRowProps) => ComponentChildren }) {
  const { field, target, words } = row
  const read = (): Item[] => {
    const value = target.read(field.prop)
    return Array.isArray(value) ? (value as Item[]) : []
  }
  const items = read()
  const open = useSignal<number | undefined>(undefined)
  if (field.item === undefined) return <TableControl {...row} />
  const { t } = words
  const label = words.label(field.label)
  const isLocked = target.isLocked(field.prop)
  const write = (next: readonly Item[]) => target.write(label, field.prop, next)
  const isOptional = (prop: string) => readAt(firstItem(row), prop) === undefined
  const inner = (at: number) => itemTarget(row, at, { read, isOptional })
  const add = () => {
    const fresh = items.at(-1) ?? firstItem(row)
    if (fresh === undefined) return
    write([...items, structuredClone(fresh)])
    open.value = items.length
  }
  return (
    <div class="svc-items">
      <ItemLines
        items={items}
        nameOf={(item, at) => summaryOf(item, field.item ?? []) || t('list.item', { number: at + 1 })}
        open={open}
        onChange={write}
        isLocked={isLocked}
        canCopy
        words={words}
      >
        {(_item, at) =>
          (field.item ?? []).map((each) =>
            render({ ...row, field: each, target: inner(at), place: itemPlace(row, at) }),
          )
        }
      </ItemLines>
      {isLocked ? null : (
        <Button dense wide icon={plusIcon} onClick={add}>
          {t('list.add')}
        </Button>
      )}
    </div>
  )
}

// A copy of the last item, or the first default item of the block type.
function firstItem({ editor, field }: FieldRowProps): Item | undefined {
  const node = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.node
  const given = translateDefaults(editor, readAt(blockTypes.get(node?.type ?? '')?.defaults, field.prop))
  if (Array.isArray(given) && given[0] !== undefined) return given[0] as Item
  return Object.fromEntries(
    (field.item ?? []).flatMap(({ prop, kind, options }) => {
      if (kind === 'choice') return [[prop, options?.[0]?.value ?? '']]
      return kind === 'text' || kind === 'link' || kind === 'image' ? [[prop, '']] : []
    }),
  )
}

/** First text of an item that is not empty. */
function summaryOf(item: Item, fields: readonly BlockField[]): string {
  for (const { prop, kind, options } of fields) {
    const value = item[prop]
    if (kind === 'rich-text' && Array.isArray(value)) {
      const plain = richTextToPlain(value as RichText).trim()
      if (plain !== '') return plain
    }
    if (kind === 'choice') {
      const label = options?.find((option) => option.value === value)?.label
      if (label !== undefined) return label
    }
    if (kind === 'text' && typeof value === 'string' && value !== '') return value
  }
  return ''
}
