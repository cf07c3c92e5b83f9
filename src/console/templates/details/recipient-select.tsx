import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { plusIcon } from '../../../ui/icons/index.ts'
import type { SampleRecipient } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type Pages } from '../../parts/index.ts'
import { mayEdit } from '../../start.ts'
import { RecipientDialog } from './recipient-dialog.tsx'
import { words } from './words.ts'

interface RecipientSelectProps {
  templateId: string
  recipients: Pages<SampleRecipient>
  /** Id; empty for the sample values of the template. */
  chosen: string
  onChoose: (id: string) => void
}

/** Chooses as whom the email is seen, and makes, changes and deletes sample recipients. */
export function RecipientSelect({ chosen, onChoose, recipients, templateId }: RecipientSelectProps) {
  const { api, report, start, toaster } = useConsole()
  const edited = useSignal<{ recipient: SampleRecipient | undefined } | undefined>(undefined)
  const all = recipients.value ?? []
  const current = all.find(({ id }) => id === chosen)
  const remove = async (recipient: SampleRecipient) => {
    const { data, id, name } = recipient
    edited.value = undefined
    await api.value.remove(`/sample-recipients/${id}`)
    onChoose('')
    recipients.reload()
    const putBack = async () => {
      const restored = await api.value.post<SampleRecipient>('/sample-recipients', { name, data })
      recipients.reload()
      onChoose(restored.id)
    }
    toaster.show(words.t('recipientDeleted', { name }), {
      action: { label: words.t('undo'), run: () => void putBack().catch(report) },
    })
  }
  return (
    <>
      <Select
        label={words.t('recipient')}
        value={current === undefined ? '' : chosen}
        options={[
          { value: '', label: words.t('recipient.none') },
          ...all.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChoose}
      />
      {mayEdit(start) ? (
        <div class="tight-row">
          {current === undefined ? null : (
            <Button onClick={() => (edited.value = { recipient: current })}>{words.t('editRecipient')}</Button>
          )}
          <Button icon={plusIcon} onClick={() => (edited.value = { recipient: undefined })}>
            {words.t('newRecipient')}
          </Button>
        </div>
      ) : null}
      {edited.value === undefined ? null : (
        <RecipientDialog
          templateId={templateId}
          recipient={edited.value.recipient}
          onClose={() => (edited.value = undefined)}
          onDelete={(recipient) => void remove(recipient).catch(report)}
          onSaved={(id) => {
            edited.value = undefined
            recipients.reload()
            onChoose(id)
          }}
        />
      )}
    </>
  )
}
