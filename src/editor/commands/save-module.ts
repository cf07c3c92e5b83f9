import { moduleIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const saveModule: Command = {
  id: 'saveModule',
  label: 'command.saveModule',
  icon: moduleIcon,
  enabled: ({ can, readOnly, selection, outline }) =>
    can.has('modules') &&
    !readOnly.value &&
    outline.value.entries.get(selection.value ?? '')?.node.type !== 'module' &&
    selection.value !== undefined,
  run: ({ open }) => {
    open.value = 'saveModule'
  },
}
