import { plusIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const insert: Command = {
  id: 'insert',
  label: 'command.insert',
  icon: plusIcon,
  keys: ['/'],
  enabled: ({ readOnly, textOnly }) => !readOnly.value && !textOnly.value,
  run: ({ open }) => {
    open.value = 'insert'
  },
}
