import { saveIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const save: Command = {
  id: 'save',
  label: 'command.save',
  icon: saveIcon,
  keys: ['Mod+S'],
  enabled: ({ readOnly }) => !readOnly.value,
  run(editor) {
    editor.save().catch((error: unknown) => {
      editor.problem.value = { message: error instanceof Error ? error.message : String(error), at: performance.now() }
    })
  },
}
