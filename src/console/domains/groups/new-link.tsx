import { useSignal } from '@preact/signals'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { DomainGroupLinkOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog, OnceDialog } from '../../parts/index.ts'
import { words } from '../texts.ts'

interface NewLinkProps {
  groupId: string
  onClose: () => void
  onCreated: () => void
}

const dayMs = 86_400_000

/** Creates a link, and shows its URL, which no later response has. */
export function NewLink({ groupId, onClose, onCreated }: NewLinkProps) {
  const { api } = useConsole()
  const name = useSignal('')
  const days = useSignal('30')
  const url = useSignal<string | null>(null)
  const create = async () => {
    const expires = new Date(Date.now() + Number(days.value) * dayMs - 60_000).toISOString()
    const body = { name: name.value.trim(), expires_at: expires }
    url.value = (await api.value.post<DomainGroupLinkOnce>(`/dmarc/groups/${groupId}/links`, body)).url
    onCreated()
  }
  if (url.value !== null)
    return (
      <OnceDialog
        title={words.t('linkCreated')}
        text={words.t('linkOnce')}
        label={words.t('linkCreated')}
        value={url.value}
        action={words.t('done')}
        onClose={onClose}
      />
    )
  return (
    <FormDialog title={words.t('newLink')} action={words.t('newLink')} size="small" onClose={onClose} onSubmit={create}>
      {(problem) => (
        <>
          <Field label={words.t('client')} layout="stack" hint={words.t('clientHint')} error={problem}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                autofocus
                describedBy={describedBy}
                invalid={problem !== undefined}
                value={name.value}
                onChange={(value) => (name.value = value)}
              />
            )}
          </Field>
          <Field label={words.t('validFor')} layout="stack">
            {({ id }) => (
              <Select
                id={id}
                value={days.value}
                options={['7', '30', '90'].map((value) => ({ value, label: words.t('validDays', { count: value }) }))}
                onChange={(value) => (days.value = value)}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
