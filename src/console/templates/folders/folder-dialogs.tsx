import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { FolderBranch } from '../../api/index.ts'
import { useConsole } from '../../context.ts'

interface NameDialogProps {
  title: string
  name: string
  onDone: (name: string) => void
  onClose: () => void
}

export function FolderNameDialog({ title, name, onDone, onClose }: NameDialogProps) {
  const { words } = useConsole()
  const typed = useSignal(name)
  const finish = () => {
    const next = typed.value.trim()
    if (next !== '' && next !== name) onDone(next)
    onClose()
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.t('cancel')}</Button>
          <Button variant="primary" onClick={finish}>
            {words.t('save')}
          </Button>
        </>
      }
    >
      <div class="dialog-text">
        <Field label={words.t('templates.name')}>
          {({ id }) => (
            <TextInput
              id={id}
              autofocus
              value={typed.value}
              maxLength={200}
              onChange={(value) => (typed.value = value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // The button that opened the dialog has the focus again before the key is released.
                event.preventDefault()
                finish()
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

interface MoveDialogProps {
  title: string
  folders: readonly FolderBranch[]
  /** Where it is now. */
  from: string | null
  onMove: (folderId: string | null) => void
  onClose: () => void
}

/** Chooses a folder, or none. */
export function MoveDialog({ title, folders, from, onMove, onClose }: MoveDialogProps) {
  const { words } = useConsole()
  const chosen = useSignal(from ?? '')
  const finish = () => {
    onMove(chosen.value === '' ? null : chosen.value)
    onClose()
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.t('cancel')}</Button>
          <Button variant="primary" onClick={finish}>
            {words.t('folder.move')}
          </Button>
        </>
      }
    >
      <div class="dialog-text">
        <Field label={words.t('folder.title')}>
          {({ id }) => (
            <Select
              id={id}
              value={chosen.value}
              options={[
                { value: '', label: words.t('folder.none') },
                ...folders.map((folder) => ({ value: folder.id, label: folder.path.join(' / ') })),
              ]}
              onChange={(value) => (chosen.value = value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
