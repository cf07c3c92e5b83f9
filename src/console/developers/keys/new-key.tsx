import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import type { ApiKeyOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { Choices } from '../choices.tsx'
import { words } from '../words.ts'

const scopes = [
  'templates:read',
  'templates:write',
  'exports',
  'assets:read',
  'assets:write',
  'verification',
  'dmarc',
  'amp',
  'webhooks',
  'admin',
]

interface NewKeyProps {
  onCreated: (key: ApiKeyOnce) => void
  onClose: () => void
}

/** Name, scopes and expiry of a new key. */
export function NewKey({ onCreated, onClose }: NewKeyProps) {
  const { api, toaster } = useConsole()
  const name = useSignal('')
  const expiry = useSignal('')
  const chosen = useSignal<readonly string[]>(['templates:read'])
  const create = async () => {
    if (chosen.value.length === 0) return toaster.show(words.t('keys.needScope'), { tone: 'problem' })
    const expires = expiry.value === '' ? {} : { expires_at: new Date(expiry.value).toISOString() }
    const body = { name: name.value, scopes: chosen.value, ...expires }
    return onCreated(await api.value.post<ApiKeyOnce>('/api-keys', body))
  }
  return (
    <FormDialog title={words.t('keys.new')} action={words.t('keys.create')} onClose={onClose} onSubmit={create}>
      {(problem) => (
        <>
          <Field label={words.t('name')} layout="stack">
            {({ id }) => <TextInput id={id} autofocus value={name.value} onChange={(value) => (name.value = value)} />}
          </Field>
          <Choices
            label={words.t('keys.scopes')}
            chosen={chosen}
            options={scopes.map((value) => ({ value, label: value === 'admin' ? words.t('keys.admin') : value }))}
          />
          <Field label={words.t('keys.expires')} layout="stack">
            {({ id }) => (
              <TextInput
                id={id}
                type="datetime-local"
                value={expiry.value}
                onChange={(value) => (expiry.value = value)}
              />
            )}
          </Field>
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
