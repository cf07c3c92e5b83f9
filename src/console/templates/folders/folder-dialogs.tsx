import { useSignal } from '@preact/signals'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { FolderBranch } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'

interface NameDialogProps {
  title: string
  name: string
  /** Not called for the same or an empty name; the dialog stays open if it fails. */
  onDone: (name: string) => Promise<void>
  onClose: () => void
}

export function FolderNameDialog({ title, name, onDone, onClose }: NameDialogProps) {
  const { words } = useConsole()
  const typed = useSignal(name)
  const finish = async () => {
    const next = typed.value.trim()
    if (next !== '' && next !== name) await onDone(next)
    onClose()
  }
  return (
    <FormDialog title={title} action={words.t('save')} size="small" onSubmit={finish} onClose={onClose}>
      {(problem) => (
        <Field label={words.t('templates.name')} error={problem}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              autofocus
              describedBy={describedBy}
              invalid={problem !== undefined}
              value={typed.value}
              maxLength={200}
              onChange={(value) => (typed.value = value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
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
  const finish = async () => {
    onMove(chosen.value === '' ? null : chosen.value)
    onClose()
  }
  return (
    <FormDialog title={title} action={words.t('folder.move')} size="small" onSubmit={finish} onClose={onClose}>
      {() => (
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
      )}
    </FormDialog>
  )
}
