import { redoIcon, saveIcon, undoIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const historyCommands: readonly Command[] = [
  {
    id: 'undo',
    label: 'command.undo',
    icon: undoIcon,
    keys: ['Mod+Z'],
    enabled: ({ history, viewOnly }) => !viewOnly.value && history.value.canUndo,
    run: (editor) => {
      const what = editor.history.peek().undoLabel ?? ''
      editor.undo()
      editor.announce(editor.words.t('said.undone', { what }))
    },
  },
  {
    id: 'redo',
    label: 'command.redo',
    icon: redoIcon,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    enabled: ({ history, viewOnly }) => !viewOnly.value && history.value.canRedo,
    run: (editor) => {
      const what = editor.history.peek().redoLabel ?? ''
      editor.redo()
      editor.announce(editor.words.t('said.redone', { what }))
    },
  },
  {
    id: 'save',
    label: 'command.save',
    icon: saveIcon,
    keys: ['Mod+S'],
    enabled: ({ viewOnly }) => !viewOnly.value,
    run(editor) {
      editor.save().catch((error: unknown) => {
        editor.problem.value = {
          message: error instanceof Error ? error.message : String(error),
          at: performance.now(),
        }
      })
    },
  },
]
