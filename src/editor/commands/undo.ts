import { undoIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const undo: Command = {
  id: 'undo',
  label: 'command.undo',
  icon: undoIcon,
  keys: ['Mod+Z'],
  enabled: ({ history, readOnly }) => !readOnly.value && history.value.canUndo,
  run: (editor) => {
    const what = editor.history.peek().undoLabel ?? ''
    editor.undo()
    editor.announce(editor.words.t('said.undone', { what }))
  },
}
