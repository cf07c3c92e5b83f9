import { Menu } from '../../ui/overlays/index.ts'
import type { Editor } from '../state/index.ts'
import { selectionMenu } from './selection-menu.ts'

/** The menu of the selection where somebody requested it: by the other button, a long press, or its key. */
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
