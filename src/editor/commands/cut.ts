import { cutIcon } from '../../ui/icons/index.ts'
import { askClipboard } from './clipboard-events.ts'
import type { Command } from '../state/index.ts'

export const cut: Command = {
  id: 'cut',
  label: 'command.cut',
  icon: cutIcon,
  keys: ['Mod+X'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: () => askClipboard('cut'),
}
