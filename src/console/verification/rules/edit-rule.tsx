import { useSignal } from '@preact/signals'
import type { VerificationListEntry } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog, localTime } from '../../parts/index.ts'
import { ListField, NoteFields, type RuleDraft, membersOf } from './rule-fields.tsx'
import { words } from './words.ts'

interface EditRuleProps {
  entry: VerificationListEntry
  onStored: () => void
  onClose: () => void
}

/** List, note and end of an entry. */
export function EditRule({ entry, onStored, onClose }: EditRuleProps) {
  const { api, toaster } = useConsole()
  const { domain, expires_at, id, kind, list, note, revision } = entry
  const draft = useSignal<RuleDraft>({
    list: list === 'allow' ? 'allow' : 'block',
    note: note ?? '',
    ends: expires_at === null ? '' : localTime(expires_at),
  })
  const save = async () => {
    await api.value.put(`/verify/lists/${id}`, membersOf(draft.value), { ifMatch: `"${revision}"` })
    toaster.show(words.t('saved'))
    onStored()
    onClose()
  }
  const name = kind === 'domain' ? domain : words.t('addressAt', { domain })
  return (
    <FormDialog
      title={words.t('editOf', { name })}
      action={words.t('save')}
      size="small"
      onClose={onClose}
      onSubmit={save}
    >
      {(problem) => (
        <>
          <ListField draft={draft} />
          <NoteFields draft={draft} />
          {problem === undefined ? null : (
            <p class="bad" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
