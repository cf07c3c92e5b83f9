import type { Operation } from '../../email/document/index.ts'
import { eyeOffIcon } from '../../ui/icons/index.ts'
import { isRefused, nameOfAll, entriesOf, whyHeld } from '../actions/index.ts'
import { type Command, type Editor, selectedIds } from '../state/index.ts'

export const hide: Command = {
  id: 'hide',
  label: 'command.hide',
  icon: eyeOffIcon,
  isOn: (editor) => areHidden(entriesOf(editor.outline.value, selectedIds(editor))),
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal,
  run(editor) {
    if (isRefused(editor, refusal(editor))) return
    const entries = entriesOf(editor.outline.peek(), selectedIds(editor))
    const isOn = areHidden(entries)
    const operations = entries.map(({ node }): Operation => {
      const { mobile: _mobile, ...others } = node.hide ?? {}
      const next = isOn ? others : { ...others, mobile: true }
      return { op: 'set', id: node.id, props: { hide: Object.keys(next).length === 0 ? null : next } }
    })
    const label = isOn ? 'change.show' : 'change.hide'
    editor.change(editor.words.t(label, { name: nameOfAll(editor, entries) }), operations)
  },
}

function refusal(editor: Editor): string | undefined {
  return whyHeld(editor, selectedIds(editor), 'content')
}

function areHidden(entries: ReturnType<typeof entriesOf>): boolean {
  return entries.length > 0 && entries.every(({ node }) => node.hide?.mobile === true)
}
