import { moreIcon } from '../../ui/icons/index.ts'
import { MenuButton } from '../../ui/overlays/index.ts'
import type { CommandId, Editor } from '../state/index.ts'
import { selectionMenu } from './selection-menu.ts'

/** What else can be done with the selection, besides the tools that stand `beside` it. */
export function MoreMenu({ editor, beside }: { editor: Editor; beside: readonly CommandId[] }) {
  const items = () => selectionMenu(editor, beside)
  return <MenuButton dense icon={moreIcon} label={editor.words.t('canvas.more')} items={items} align="end" />
}
