import type { MenuItem } from '../../ui/overlays/index.ts'
import { type CommandId, type Editor, selectedIds } from '../state/index.ts'

/** What can be done with the selection, in the order that never changes. */
const withSelection: readonly (CommandId | 'line')[] = [
  'edit',
  'selectParent',
  'line',
  'cut',
  'copy',
  'paste',
  'duplicate',
  'line',
  'moveUp',
  'moveDown',
  'line',
  'hide',
  'lock',
  'saveModule',
  'detach',
  'line',
  'delete',
]
/** What is done with one thing only. */
const forOne: ReadonlySet<CommandId> = new Set(['edit', 'selectParent'])
/** What can be done where nothing is. */
const withNothing: readonly (CommandId | 'line')[] = ['insert', 'paste', 'line', 'selectAll']

/** The commands of the selection as a menu; `others` are beside it already. Who may only read sees what can be done. */
export function selectionMenu(editor: Editor, others: readonly CommandId[] = []): MenuItem[] {
  const wanted = editor.selection.value === undefined ? withNothing : withSelection
  const areSeveral = selectedIds(editor).length > 1
  const items = wanted.flatMap((id): MenuItem[] => {
    if (id === 'line') return [id]
    const command = editor.commands.value.get(id)
    if (command === undefined || others.includes(id)) return []
    if (areSeveral && forOne.has(id)) return []
    const reason = command.refusal?.(editor)
    const disabled = !command.enabled(editor) || reason !== undefined
    // Few things are instances of modules, and nobody is notified what only others may do.
    if (!command.enabled(editor) && (editor.readOnly.value || id === 'detach' || id === 'lock')) return []
    if (id === 'saveModule' && !editor.can.has('modules')) return []
    return [
      {
        label: editor.words.t(command.label),
        run: () => editor.run(id),
        icon: command.icon,
        keys: command.keys?.[0],
        checked: command.isOn?.(editor),
        danger: id === 'delete',
        disabled,
        reason,
      },
    ]
  })
  return items.filter(
    (item, at) => item !== 'line' || (at > 0 && items[at - 1] !== 'line' && items.slice(at).some(isItem)),
  )
}

function isItem(item: MenuItem): boolean {
  return item !== 'line'
}
