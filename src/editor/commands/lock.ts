import type { Operation } from '../../email/document/index.ts'
import { lockIcon } from '../../ui/icons/index.ts'
import { nameOfAll, entriesOf } from '../actions/index.ts'
import { type Command, type Editor, selectedIds } from '../state/index.ts'

export const lock: Command = {
  id: 'lock',
  label: 'command.lock',
  icon: lockIcon,
  isOn: (editor) => isHeld(editor),
  // Who cannot take it back shall not do it by the way; each lock is in the settings.
  enabled: ({ readOnly, selection, mayUnlock }) => mayUnlock && !readOnly.value && selection.value !== undefined,
  run(editor) {
    const entries = entriesOf(editor.outline.peek(), selectedIds(editor))
    const isOn = isHeld(editor)
    const held = isOn ? null : { move: true, remove: true, style: true, content: true }
    const operations = entries.map(({ node }): Operation => ({ op: 'set', id: node.id, props: { lock: held } }))
    const label = isOn ? 'change.unlock' : 'change.lock'
    editor.change(editor.words.t(label, { name: nameOfAll(editor, entries) }), operations)
  },
}

function isHeld(editor: Editor): boolean {
  const entries = entriesOf(editor.outline.value, selectedIds(editor))
  return entries.length > 0 && entries.every(({ node }) => node.lock !== undefined)
}
