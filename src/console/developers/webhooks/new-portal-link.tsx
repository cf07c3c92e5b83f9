import { useSignal } from '@preact/signals'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { EventTypes, WebhookPortalLinkOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { FormDialog, Loaded, OnceDialog } from '../../parts/index.ts'
import { Choices } from '../choices.tsx'
import { words } from '../words.ts'

interface NewPortalLinkProps {
  onClose: () => void
  onCreated: () => void
}

const dayMs = 86_400_000

/** Creates a link for a customer, and shows its URL, which no later response has. */
export function NewPortalLink({ onClose, onCreated }: NewPortalLinkProps) {
  const { api, toaster } = useConsole()
  const types = useLatest((signal) => api.value.get<EventTypes>('/webhooks/events', { signal }), [])
  const customer = useSignal('')
  const chosen = useSignal<readonly string[]>([])
  const externalIds = useSignal('')
  const days = useSignal('7')
  const url = useSignal<string | null>(null)
  const create = async () => {
    if (chosen.value.length === 0) return toaster.show(words.t('hooks.needEvent'), { tone: 'problem' })
    const ids = externalIds.value.split(',').flatMap((id) => id.trim() || [])
    const body = {
      customer: customer.value.trim(),
      events: chosen.value,
      // A minute less: the clock of the browser may be ahead.
      expires_at: new Date(Date.now() + Number(days.value) * dayMs - 60_000).toISOString(),
      ...(ids.length === 0 ? {} : { filter: { external_ids: ids } }),
    }
    url.value = (await api.value.post<WebhookPortalLinkOnce>('/webhook-portal-links', body)).url
    return onCreated()
  }
  if (url.value !== null)
    return (
      <OnceDialog
        title={words.t('portal.created')}
        text={words.t('portal.once')}
        label={words.t('portal.created')}
        value={url.value}
        action={words.t('portal.done')}
        onClose={onClose}
      />
    )
  return (
    <FormDialog title={words.t('portal.new')} action={words.t('portal.create')} onClose={onClose} onSubmit={create}>
      {(problem) => (
        <>
          <Field
            label={words.t('portal.customer')}
            layout="stack"
            hint={words.t('portal.customerHint')}
            error={problem}
          >
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                autofocus
                describedBy={describedBy}
                invalid={problem !== undefined}
                value={customer.value}
                onChange={(value) => (customer.value = value)}
              />
            )}
          </Field>
          <Loaded from={types}>
            {({ data }) => (
              <Choices
                label={words.t('portal.events')}
                chosen={chosen}
                options={data
                  .filter(({ name }) => name !== 'webhook.test')
                  .map(({ name, summary }) => ({ value: name, label: `${name}: ${summary}` }))}
              />
            )}
          </Loaded>
          <Field label={words.t('portal.externalIds')} layout="stack" hint={words.t('portal.externalIdsHint')}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                describedBy={describedBy}
                isCode
                value={externalIds.value}
                onChange={(value) => (externalIds.value = value)}
              />
            )}
          </Field>
          <Field label={words.t('portal.validFor')} layout="stack">
            {({ id }) => (
              <Select
                id={id}
                value={days.value}
                options={['1', '7', '30', '90'].map((value) => ({
                  value,
                  label: words.t('portal.days', { count: Number(value) }),
                }))}
                onChange={(value) => (days.value = value)}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
