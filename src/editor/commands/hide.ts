import { eyeOffIcon } from '../../ui/icons/index.ts'
import { nameOf } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const hide: Command = {
  id: 'hide',
  label: 'command.hide',
  icon: eyeOffIcon,
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const { spots } = editor.outline.peek()
    const node = spots.get(editor.selection.peek() ?? '')?.node
    if (node === undefined) return
    const isHidden = node.hide?.mobile === true
    const hide = { ...node.hide, mobile: isHidden ? undefined : true }
    const props = { hide: Object.values(hide).some(Boolean) ? JSON.parse(JSON.stringify(hide)) : null }
    const label = editor.words.t(isHidden ? 'change.show' : 'change.hide', { name: nameOf(editor, node) })
    editor.change(label, [{ op: 'set', id: node.id, props }])
  },
}
