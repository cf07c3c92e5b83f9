import { chevronUpIcon } from '../../ui/icons/index.ts'
import { selectAround } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectParent: Command = {
  id: 'selectParent',
  label: 'command.selectParent',
  icon: chevronUpIcon,
  keys: ['Shift+Enter'],
  enabled: ({ selection }) => selection.value !== undefined,
  run: (editor) => selectAround(editor),
}
