import { type MenuItem, MenuButton, Menu } from '../../ui/overlays/index.ts'
import { type CommandId, type Editor, selectedIds } from '../state/index.ts'
import { moreIcon } from '../../ui/icons/index.ts'

/** Commands of the selection, in this order. */
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
const forOne: ReadonlySet<CommandId> = new Set(['edit', 'selectParent'])
const withNothing: readonly (CommandId | 'line')[] = ['insert', 'paste', 'line', 'selectAll']

/**
 * Menu of the selection, without `others`, which are shown beside it. For read-only users it contains only available
 * commands.
 */
function selectionMenu(editor: Editor, others: readonly CommandId[] = []): MenuItem[] {
  const wanted = editor.selection.value === undefined ? withNothing : withSelection
  const areSeveral = selectedIds(editor).length > 1
  const items = wanted.flatMap((id): MenuItem[] => {
    if (id === 'line') return [id]
    const command = editor.commands.value.get(id)
    if (command === undefined || others.includes(id)) return []
    if (areSeveral && forOne.has(id)) return []
    const reason = command.refusal?.(editor)
    const disabled = !command.enabled(editor) || reason !== undefined
    // Hidden instead of disabled: commands that read-only users cannot run or that rarely apply.
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

/** Menu of the commands that are not in the toolbar. */
export function MoreMenu({ editor, beside }: { editor: Editor; beside: readonly CommandId[] }) {
  const items = () => selectionMenu(editor, beside)
  return <MenuButton dense icon={moreIcon} label={editor.words.t('canvas.more')} items={items} align="end" />
}

/** Menu of the selection, opened by right click, long press or key. */
export function ContextMenu({ editor }: { editor: Editor }) {
  const at = editor.menu.value
  if (at === undefined) return null
  return (
    <Menu
      key={`${at.left} ${at.top}`}
      label={editor.words.t('command.menu')}
      anchor={at}
      items={selectionMenu(editor)}
      onClose={() => (editor.menu.value = undefined)}
    />
  )
}
