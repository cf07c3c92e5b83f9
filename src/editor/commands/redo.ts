import { redoIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const redo: Command = {
  id: 'redo',
  label: 'command.redo',
  icon: redoIcon,
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  enabled: ({ history, readOnly }) => !readOnly.value && history.value.canRedo,
  run: (editor) => {
    const what = editor.history.peek().redoLabel ?? ''
    editor.redo()
    editor.announce(editor.words.t('said.redone', { what }))
  },
}
