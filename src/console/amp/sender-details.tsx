import { type Signal, useSignal } from '@preact/signals'
import { Field, TextArea } from '../../ui/fields/index.ts'
import type { AmpSenderDetail } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { FormDialog, TextField, typedCount } from '../parts/index.ts'
import { words } from './texts.ts'

interface SenderDetailsProps {
  sender: AmpSenderDetail
  onSaved: (sender: AmpSenderDetail) => void
  onClose: () => void
}

/** What the form asks and no record says. */
export function SenderDetails({ onClose, onSaved, sender }: SenderDetailsProps) {
  const { api } = useConsole()
  const company = useSignal(sender.company ?? '')
  const website = useSignal(sender.website ?? '')
  const contactName = useSignal(sender.contact_name ?? '')
  const contactEmail = useSignal(sender.contact_email ?? '')
  const useCase = useSignal(sender.use_case ?? '')
  const volume = useSignal(sender.monthly_volume?.toString() ?? '')
  const save = async () => {
    const changed = {
      company: given(company),
      website: given(website),
      contact_name: given(contactName),
      contact_email: given(contactEmail),
      use_case: given(useCase),
      monthly_volume: typedCount(volume.value),
    }
    onSaved(await api.value.put<AmpSenderDetail>(`/amp/${sender.id}`, changed))
    onClose()
  }
  return (
    <FormDialog title={words.t('details')} action={words.t('save')} onClose={onClose} onSubmit={save}>
      {(problem) => (
        <>
          <TextField label={words.t('company')} value={company} autofocus />
          <TextField label={words.t('website')} value={website} isCode />
          <TextField label={words.t('contactName')} value={contactName} />
          <TextField label={words.t('contactEmail')} value={contactEmail} isCode />
          <Field label={words.t('useCase')} layout="stack" hint={words.t('useCaseHint')}>
            {({ describedBy, id }) => (
              <TextArea
                id={id}
                rows={3}
                describedBy={describedBy}
                value={useCase.value}
                onChange={(value) => (useCase.value = value)}
              />
            )}
          </Field>
          <TextField label={words.t('volume')} value={volume} isCode />
          <p class="bad words" role="alert">
            {problem}
          </p>
        </>
      )}
    </FormDialog>
  )
}

const given = ({ value }: Signal<string>) => value.trim() || null
