import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { blockTypes } from '../../engines/blocks/index.ts'
import { type Block, fallbackOf } from '../../engines/document/index.ts'
import { IconButton } from '../../ui/controls/index.ts'
import { Select } from '../../ui/fields/index.ts'
import { Icon, arrowDownIcon, arrowUpIcon, chevronDownIcon, chevronRightIcon, trashIcon } from '../../ui/icons/index.ts'
import { newBlock } from '../actions/index.ts'
import { type Target, readAt, writeAt } from '../fields/index.ts'
import type { TextKey } from '../locale/index.ts'
import { dropItem, moveItem } from './list-edits.ts'
import type { FieldRowProps } from './row.ts'

/** What an interactive block shows where it cannot be interactive: what its type makes of it, or blocks that are written here. */
export function FallbackControl({
  draw,
  ...row
}: FieldRowProps & { draw: (inner: FieldRowProps) => ComponentChildren }) {
  const { editor, field, target, words } = row
  const { t } = words
  const open = useSignal<number | undefined>(undefined)
  const blocks = fallbackOf({ id: '', type: 'carousel', fallback: target.read(field.prop) } as Block)
  const isLocked = target.isLocked(field.prop)
  const write = (next: readonly Block[] | 'auto') => target.write(words.label(field.label), field.prop, next)
  const named = (type: string) => editor.words.t(`node.${type}` as TextKey)
  return (
    <div class="svc-fallback">
      <Select
        label={words.label(field.label)}
        value={blocks === undefined ? 'auto' : 'own'}
        disabled={isLocked}
        options={[
          { value: 'auto', label: t('fallback.auto') },
          { value: 'own', label: t('fallback.own') },
        ]}
        onChange={(choice) => write(choice === 'auto' ? 'auto' : [newBlock('text')])}
      />
      {blocks === undefined ? null : (
        <div class="svc-items">
          <p class="svc-hint">{t('fallback.ownHint')}</p>
          <ul>
            {blocks.map((block, at) => {
              const isOpen = open.value === at
              const name = named(block.type)
              return (
                <li key={block.id} class={`svc-item${isOpen ? ' svc-open' : ''}`}>
                  <div class="svc-item-row">
                    <button
                      type="button"
                      class="svc-item-head"
                      aria-expanded={isOpen}
                      onClick={() => (open.value = isOpen ? undefined : at)}
                    >
                      <Icon d={isOpen ? chevronDownIcon : chevronRightIcon} size={14} />
                      <span>{name}</span>
                    </button>
                    {isLocked ? null : (
                      <>
                        <IconButton
                          dense
                          icon={arrowUpIcon}
                          label={t('list.up', { name })}
                          disabled={at === 0}
                          onClick={() => write(moveItem(blocks, at, -1))}
                        />
                        <IconButton
                          dense
                          icon={arrowDownIcon}
                          label={t('list.down', { name })}
                          disabled={at === blocks.length - 1}
                          onClick={() => write(moveItem(blocks, at, 1))}
                        />
                        <IconButton
                          dense
                          danger
                          icon={trashIcon}
                          label={t('list.remove', { name })}
                          disabled={blocks.length < 2}
                          onClick={() => write(dropItem(blocks, at))}
                        />
                      </>
                    )}
                  </div>
                  {isOpen ? (
                    <div class="svc-item-fields">
                      {fieldsOf(block).map((each) =>
                        draw({ ...row, field: each, target: blockTarget(row, blocks, at) }),
                      )}
                    </div>
                  ) : null}
                </li>
              )
            })}
          </ul>
          {isLocked ? null : (
            <Select
              label={t('fallback.add')}
              value=""
              options={[
                { value: '', label: t('fallback.add') },
                ...offered.map((type) => ({ value: type, label: named(type) })),
              ]}
              onChange={(type) => {
                if (type === '') return
                write([...blocks, newBlock(type)])
                open.value = blocks.length
              }}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Still blocks that one writes without a canvas. */
const offered = ['heading', 'text', 'image', 'button', 'divider', 'spacer'] as const

function fieldsOf({ type }: Block) {
  return (blockTypes.get(type)?.fields ?? []).filter(
    ({ prop, group }) =>
      group === 'content' || group === undefined || prop === 'style.padding' || prop === 'style.align',
  )
}

function blockTarget({ target, field: { prop } }: FieldRowProps, blocks: readonly Block[], at: number): Target {
  return {
    read: (inner) => readAt(blocks[at], inner),
    inherited: () => undefined,
    write(label, inner, value, besides) {
      const next = blocks.map((block, index) => (index === at ? writeAt(block, inner, value) : block))
      target.write(label, prop, next, besides)
    },
    isLocked: () => target.isLocked(prop),
    isOptional: () => true,
    isMobile: () => false,
    isReset: () => false,
  }
}
