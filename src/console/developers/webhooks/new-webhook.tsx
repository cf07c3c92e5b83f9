import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import type { EventTypes, WebhookOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { FormDialog, Loaded } from '../../parts/index.ts'
import { Choices } from '../choices.tsx'
import { words } from '../words.ts'

interface NewWebhookProps {
  onCreated: (hook: WebhookOnce) => void
  onClose: () => void
}

/** URL and events of a new webhook. */
export function NewWebhook({ onCreated, onClose }: NewWebhookProps) {
  const { api, toaster } = useConsole()
  const types = useLatest((signal) => api.value.get<EventTypes>('/webhooks/events', { signal }), [])
  const url = useSignal('')
  const chosen = useSignal<readonly string[]>([])
  const create = async () => {
    if (chosen.value.length === 0) return toaster.show(words.t('hooks.needEvent'), { tone: 'problem' })
    const body = { url: url.value.trim(), events: chosen.value }
    return onCreated(await api.value.post<WebhookOnce>('/webhooks', body))
  }
  return (
    <FormDialog title={words.t('hooks.new')} action={words.t('hooks.create')} onClose={onClose} onSubmit={create}>
      {(problem) => (
        <>
          <Field label={words.t('hooks.url')} layout="stack" error={problem}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                describedBy={describedBy}
                invalid={problem !== undefined}
                isCode
                autofocus
                placeholder="https://example.com/hooks/svc"
                value={url.value}
                onChange={(value) => (url.value = value)}
              />
            )}
          </Field>
          <Loaded from={types}>
            {({ data }) => (
              <Choices
                label={words.t('hooks.events')}
                chosen={chosen}
                options={data
                  .filter(({ name }) => name !== 'webhook.test')
                  .map(({ name, summary }) => ({ value: name, label: `${name}: ${summary}` }))}
              />
            )}
          </Loaded>
        </>
      )}
    </FormDialog>
  )
}
