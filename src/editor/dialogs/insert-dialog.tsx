import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import {
  addedBlock,
  insertNode,
  kindName,
  labelIn,
  newOwnBlock,
  newSection,
  offeredBlocks,
  offersLayouts,
  ownBlocks,
} from '../actions/index.ts'
import { focusCanvas } from '../commands/index.ts'
import { type SavedModule, moduleUse, useModules } from '../modules/index.ts'
import { iconOf } from '../stage/index.ts'
import type { Editor } from '../state/index.ts'

interface Choice {
  id: string
  label: string
  icon: string
  /** Additional search terms. */
  words?: string
  /** Shown for entries whose label is a name given by a user. */
  kind?: string
  insert(): void
}

/** Opened by `/`: search for a block, a layout or a saved module; Enter inserts it after the selection. */
export function InsertDialog({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const typed = useSignal('')
  const at = useSignal(0)
  const list = useRef<HTMLUListElement>(null)
  const isTaken = useRef(false)
  const modules = useModules(editor, typed.value)
  const choices = choicesOf(editor, modules).filter(({ label, words = '' }) =>
    matches(`${label} ${words}`, typed.value),
  )
  const close = () => (editor.open.value = undefined)
  const take = (choice: Choice | undefined) => {
    if (choice === undefined) return
    isTaken.current = true
    close()
    choice.insert()
  }
  useLayoutEffect(
    () => () => {
      // The dialog first returns the focus to a control that the insertion may have removed.
      if (isTaken.current) queueMicrotask(() => focusCanvas(editor))
    },
    [],
  )
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at.value, typed.value])
  return (
    <Dialog title={t('insert.title')} size="small" onClose={close}>
      <input
        class="insert-field"
        type="text"
        role="combobox"
        aria-label={t('insert.search')}
        aria-expanded="true"
        aria-controls="insert-list"
        aria-activedescendant={choices[at.value] === undefined ? undefined : `insert-${choices[at.value]?.id}`}
        placeholder={t('insert.search')}
        autocomplete="off"
        data-first
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          at.value = 0
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0) {
            event.preventDefault()
            at.value = (at.value + step + choices.length) % Math.max(1, choices.length)
          } else if (event.key === 'Enter') {
            event.preventDefault()
            take(choices[at.value])
          }
        }}
      />
      <ul ref={list} id="insert-list" class="insert-list" role="listbox" aria-label={t('insert.title')}>
        {choices.map((choice, index) => (
          <li
            key={choice.id}
            id={`insert-${choice.id}`}
            role="option"
            class="insert-choice"
            aria-selected={index === at.value}
            onPointerMove={() => (at.value = index)}
            onClick={() => take(choice)}
          >
            <Icon d={choice.icon} />
            <span dir="auto">{choice.label}</span>
            {choice.kind === undefined ? null : <small>{choice.kind}</small>}
          </li>
        ))}
      </ul>
      {choices.length === 0 ? <p class="insert-none">{t('insert.none')}</p> : null}
    </Dialog>
  )
}

const sections: readonly (readonly number[])[] = [[1], [1, 1], [1, 1, 1], [1, 2], [2, 1], [1, 1, 1, 1]]

function choicesOf(editor: Editor, modules: readonly SavedModule[]): Choice[] {
  const blocks = offeredBlocks(editor.config).map((type): Choice => {
    const label = kindName(editor.words, type)
    return { id: type, label, icon: iconOf(type), insert: () => insertNode(editor, addedBlock(editor, type)) }
  })
  const own = ownBlocks(editor.config).map((declaration): Choice => {
    const label = labelIn(declaration.label, editor.config.locale)
    const insert = () => insertNode(editor, newOwnBlock(declaration))
    return { id: `own-${declaration.name}`, label, icon: declaration.icon ?? iconOf('html'), insert }
  })
  const layouts = (offersLayouts(editor.config) ? sections : []).map((parts): Choice => {
    const label = `${editor.words.t('node.section')} ${parts.join(' : ')}`
    return {
      id: `section-${parts.join('-')}`,
      label,
      words: `${editor.words.number(parts.length)} ${kindName(editor.words, 'columns')} ${editor.words.t('node.column')}`,
      icon: iconOf('section'),
      insert: () => insertNode(editor, newSection(parts)),
    }
  })
  const saved = modules.map(({ id, name }): Choice => {
    const insert = () => insertNode(editor, moduleUse(id))
    return { id, label: name, icon: iconOf('module'), kind: editor.words.t('node.module'), insert }
  })
  return [...blocks, ...own, ...layouts, ...saved]
}

function matches(label: string, typed: string): boolean {
  const plain = (text: string) => text.toLocaleLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain(label).includes(plain(typed.trim()))
}
