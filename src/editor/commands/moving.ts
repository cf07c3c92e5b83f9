import { arrowDownIcon, arrowUpIcon } from '../../ui/icons/index.ts'
import { moveAllBy, whyNotMoved } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const movingCommands: readonly Command[] = [
  {
    id: 'moveUp',
    label: 'command.moveUp',
    icon: arrowUpIcon,
    keys: ['Alt+ArrowUp'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'up'),
    run: (editor) => moveAllBy(editor, selectedIds(editor), 'up'),
  },
  {
    id: 'moveDown',
    label: 'command.moveDown',
    icon: arrowDownIcon,
    keys: ['Alt+ArrowDown'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'down'),
    run: (editor) => moveAllBy(editor, selectedIds(editor), 'down'),
  },
  {
    id: 'moveLeft',
    label: 'command.moveLeft',
    keys: ['Alt+ArrowLeft'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'left'),
    run: (editor) => moveAllBy(editor, selectedIds(editor), 'left'),
  },
  {
    id: 'moveRight',
    label: 'command.moveRight',
    keys: ['Alt+ArrowRight'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'right'),
    run: (editor) => moveAllBy(editor, selectedIds(editor), 'right'),
  },
]
