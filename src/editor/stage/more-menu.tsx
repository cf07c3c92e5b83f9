import { moreIcon } from '../../ui/icons/index.ts'
import { type MenuItem, MenuButton } from '../../ui/overlays/index.ts'
import type { CommandId, Editor } from '../state/index.ts'

const more: readonly (CommandId | 'line')[] = [
  'edit',
  'selectParent',
  'line',
  'copy',
  'cut',
  'paste',
  'line',
  'hide',
  'saveModule',
  'detach',
]

/** What else can be done with the selection. */
export function MoreMenu({ editor }: { editor: Editor }) {
  const items = (): MenuItem[] =>
    more.flatMap((id): MenuItem[] => {
      if (id === 'line') return [id]
      const command = editor.commands.value.get(id)
      if (command === undefined) return []
      return [
        {
          label: editor.words.t(command.label),
          run: () => editor.run(id),
          icon: command.icon,
          keys: command.keys?.[0],
          disabled: !command.enabled(editor),
        },
      ]
    })
  return <MenuButton dense icon={moreIcon} label={editor.words.t('canvas.more')} items={items} align="end" />
}
