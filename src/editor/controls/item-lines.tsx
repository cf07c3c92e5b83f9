import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { IconButton } from '../../ui/controls/index.ts'
import {
  Icon,
  arrowDownIcon,
  arrowUpIcon,
  chevronDownIcon,
  chevronRightIcon,
  copyIcon,
  trashIcon,
} from '../../ui/icons/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import { copyItem, dropItem, moveItem } from './list-items.ts'

export interface ItemLinesProps<Item> {
  items: readonly Item[]
  nameOf: (item: Item, at: number) => string
  /** Index of the expanded item. */
  open: Signal<number | undefined>
  onChange: (items: Item[]) => void
  isLocked: boolean
  /** True if items can be duplicated. */
  canCopy?: boolean
  words: PanelWords
  /** Renders the fields of the expanded item. */
  children: (item: Item, at: number) => ComponentChildren
}

/**
 * Items of a list, each expandable to its fields; they can be moved (also by Alt and arrow keys), duplicated and
 * removed, except the last one.
 */
export function ItemLines<Item>(props: ItemLinesProps<Item>) {
  const { items, open, onChange, isLocked } = props
  const list = useRef<HTMLUListElement>(null)
  const move = (at: number, by: number) => {
    onChange(moveItem(items, at, by))
    if (open.value === at) open.value = at + by
    else if (open.value === at + by) open.value = at
    queueMicrotask(() => list.current?.querySelectorAll<HTMLElement>('.svc-item-head')[at + by]?.focus())
  }
  const moveByKey = (event: KeyboardEvent, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !event.altKey || isLocked) return
    event.preventDefault()
    event.stopPropagation()
    if (at + by >= 0 && at + by < items.length) move(at, by)
  }
  return (
    <ul ref={list}>
      {items.map((item, at) => {
        const isOpen = open.value === at
        const name = props.nameOf(item, at)
        return (
          <li key={at} class={`svc-item${isOpen ? ' svc-open' : ''}`}>
            <div class="svc-item-row">
              <button
                type="button"
                class="svc-item-head"
                aria-expanded={isOpen}
                onClick={() => (open.value = isOpen ? undefined : at)}
                onKeyDown={(event) => moveByKey(event, at)}
              >
                <Icon d={isOpen ? chevronDownIcon : chevronRightIcon} size={14} />
                <span>{name}</span>
              </button>
              {isLocked ? null : <LineTools {...props} name={name} at={at} move={move} />}
            </div>
            {isOpen ? <div class="svc-item-fields">{props.children(item, at)}</div> : null}
          </li>
        )
      })}
    </ul>
  )
}

interface LineToolsProps<Item> extends ItemLinesProps<Item> {
  name: string
  at: number
  move: (at: number, by: number) => void
}

function LineTools<Item>({ items, onChange, canCopy, words: { t }, name, at, move }: LineToolsProps<Item>) {
  return (
    <>
      <IconButton
        dense
        icon={arrowUpIcon}
        label={t('list.up', { name })}
        disabled={at === 0}
        onClick={() => move(at, -1)}
      />
      <IconButton
        dense
        icon={arrowDownIcon}
        label={t('list.down', { name })}
        disabled={at === items.length - 1}
        onClick={() => move(at, 1)}
      />
      {canCopy === true ? (
        <IconButton
          dense
          icon={copyIcon}
          label={t('list.copy', { name })}
          onClick={() => onChange(copyItem(items, at))}
        />
      ) : null}
      <IconButton
        dense
        danger
        icon={trashIcon}
        label={t('list.remove', { name })}
        disabled={items.length < 2}
        onClick={() => onChange(dropItem(items, at))}
      />
    </>
  )
}
