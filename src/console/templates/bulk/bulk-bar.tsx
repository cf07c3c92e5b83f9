import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { closeIcon, swapIcon, trashIcon, uploadIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { ExportDialog } from '../export/index.ts'
import type { Folders } from '../folders/use-folders.ts'
import { MoveDialog } from '../folders/folder-dialogs.tsx'
import type { BulkActions } from './bulk-actions.ts'
import type { Selection } from './selection.ts'

interface BulkBarProps {
  selection: Selection
  folders: Folders
  actions: BulkActions
}

/** What can be done with the selected templates; absent while none is selected. */
export function BulkBar({ selection, folders, actions }: BulkBarProps) {
  const { words } = useConsole()
  const open = useSignal<'move' | 'export' | undefined>(undefined)
  const templates = [...selection.ids.value.values()]
  if (templates.length === 0) return null
  const close = () => (open.value = undefined)
  return (
    <div class="bulk" role="region" aria-label={words.t('bulk.selected', { count: templates.length })}>
      <b role="status">{words.t('bulk.selected', { count: templates.length })}</b>
      <Button icon={swapIcon} onClick={() => (open.value = 'move')}>
        {words.t('folder.move')}
      </Button>
      <Button icon={uploadIcon} onClick={() => (open.value = 'export')}>
        {words.t('bulk.export')}
      </Button>
      <Button
        icon={trashIcon}
        onClick={() => {
          selection.clear()
          void actions.trash(templates)
        }}
      >
        {words.t('trash.move')}
      </Button>
      <Button variant="plain" icon={closeIcon} onClick={selection.clear}>
        {words.t('bulk.clear')}
      </Button>
      {open.value === 'move' ? (
        <MoveDialog
          title={words.t('bulk.moveTitle', { count: templates.length })}
          folders={folders.all}
          from={templates[0]?.folder_id ?? null}
          onMove={(folderId) => {
            selection.clear()
            void actions.move(templates, folderId)
          }}
          onClose={close}
        />
      ) : null}
      {open.value === 'export' ? <ExportDialog ids={templates.map(({ id }) => id)} onClose={close} /> : null}
    </div>
  )
}
