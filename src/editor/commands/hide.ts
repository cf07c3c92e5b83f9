import { eyeOffIcon } from '../../ui/icons/index.ts'
import { nameOf } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const hide: Command = {
  id: 'hide',
  label: 'command.hide',
  icon: eyeOffIcon,
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run(editor) {
    const node = editor.outline.peek().spots.get(editor.selection.peek() ?? '')?.node
    if (node === undefined) return
    const { mobile, ...others } = node.hide ?? {}
    const next = mobile === true ? others : { ...others, mobile: true }
    const label = mobile === true ? 'change.show' : 'change.hide'
    const props = { hide: Object.keys(next).length === 0 ? null : next }
    editor.change(editor.words.t(label, { name: nameOf(editor, node) }), [{ op: 'set', id: node.id, props }])
  },
}
