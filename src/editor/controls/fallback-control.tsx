import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { blockTypes } from '../../email/blocks/index.ts'
import { type Block, fallbackOf } from '../../email/document/index.ts'
import { Select } from '../../ui/fields/index.ts'
import { addedBlock, kindName } from '../actions/index.ts'
import { ItemLines } from './item-lines.tsx'
import { itemTarget } from './list-items.ts'
import type { FieldRowProps } from './row.ts'

/** What an interactive block shows where it cannot be interactive: what its type makes of it, or blocks that are written here. */
export function FallbackControl({
  render,
  ...row
}: FieldRowProps & { render: (inner: FieldRowProps) => ComponentChildren }) {
  const { editor, field, target, words } = row
  const { t } = words
  const open = useSignal<number | undefined>(undefined)
  const blocks = fallbackOf({ id: '', type: 'carousel', fallback: target.read(field.prop) } as Block)
  const isLocked = target.isLocked(field.prop)
  const write = (next: readonly Block[] | 'auto') => target.write(words.label(field.label), field.prop, next)
  const named = (type: string) => kindName(editor.words, type)
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
        onChange={(choice) => write(choice === 'auto' ? 'auto' : [addedBlock(editor, 'text')])}
      />
      {blocks === undefined ? null : (
        <div class="svc-items">
          <p class="svc-hint">{t('fallback.ownHint')}</p>
          <ItemLines
            items={blocks}
            nameOf={({ type }) => named(type)}
            open={open}
            onChange={write}
            isLocked={isLocked}
            words={words}
          >
            {(block, at) =>
              fieldsOf(block).map((each) =>
                render({
                  ...row,
                  field: each,
                  target: itemTarget(row, at, { read: () => blocks, isOptional: () => true }),
                }),
              )
            }
          </ItemLines>
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
                write([...blocks, addedBlock(editor, type)])
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
