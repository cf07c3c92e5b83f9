import { pasteIcon } from '../../ui/icons/index.ts'
import { pasteRequested } from './clipboard-events.ts'
import type { Command } from '../state/index.ts'

export const paste: Command = {
  id: 'paste',
  label: 'command.paste',
  icon: pasteIcon,
  keys: ['Mod+V'],
  enabled: ({ readOnly }) => !readOnly.value,
  run: (editor) => void pasteRequested(editor),
}
