import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { EventTypes, WebhookOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, useCall } from '../../parts/index.ts'
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
  const call = useCall<void>()
  const url = useSignal('')
  const chosen = useSignal<readonly string[]>([])
  const create = () => {
    if (chosen.value.length === 0) return toaster.show(words.t('hooks.needEvent'), { tone: 'problem' })
    const body = { url: url.value.trim(), events: chosen.value }
    call.run(async () => onCreated(await api.value.post<WebhookOnce>('/webhooks', body)))
  }
  return (
    <Dialog
      title={words.t('hooks.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.t('cancel')}</Button>
          <Button variant="primary" busy={call.isBusy} onClick={create}>
            {words.t('hooks.create')}
          </Button>
        </>
      }
    >
      <form
        class="dialog-text"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <Field label={words.t('hooks.url')} layout="stack">
          {({ id }) => (
            <TextInput
              id={id}
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
      </form>
    </Dialog>
  )
}
