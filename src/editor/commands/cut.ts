import { cutIcon } from '../../ui/icons/index.ts'
import { whyNotRemoved } from '../actions/index.ts'
import { readClipboard } from './clipboard-events.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const cut: Command = {
  id: 'cut',
  label: 'command.cut',
  icon: cutIcon,
  keys: ['Mod+X'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotRemoved(editor, selectedIds(editor)),
  run: () => readClipboard('cut'),
}
