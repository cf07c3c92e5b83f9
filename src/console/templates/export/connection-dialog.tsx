import { useSignal } from '@preact/signals'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { Connection, ConnectionTest, PushProvider } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { words } from './words.ts'

interface ConnectionDialogProps {
  provider: PushProvider
  onConnected: (connection: Connection) => void
  onClose: () => void
}

type Texts = Readonly<Record<string, string>>

/** Connects an account at a provider, if the provider accepts its credentials. */
export function ConnectionDialog({ onClose, onConnected, provider }: ConnectionDialogProps) {
  const { api, toaster } = useConsole()
  const name = useSignal(provider.name)
  const texts = useSignal<Texts>({})
  const gateway = useSignal('')
  const refusal = useSignal<string | undefined>(undefined)
  const fields = [...provider.credentials, ...provider.settings]
  const given = (of: readonly { name: string }[]): Texts =>
    Object.fromEntries(
      of
        .map((field) => [field.name, (texts.value[field.name] ?? '').trim()] as const)
        .filter(([, text]) => text !== ''),
    )
  const connect = async () => {
    refusal.value = undefined
    const url = gateway.value.trim()
    const connection = await api.value.post<Connection>('/connections', {
      provider: provider.id,
      name: name.value.trim(),
      credentials: given(provider.credentials),
      settings: given(provider.settings),
      ...(url === '' ? {} : { base_url: url }),
    })
    const path = `/connections/${connection.id}`
    const disconnect = () => api.value.remove(path)
    const test = await api.value.post<ConnectionTest>(`${path}/test`).catch(async (error: unknown) => {
      await disconnect()
      throw error
    })
    if (!test.ok) {
      await disconnect()
      refusal.value = test.message
      return
    }
    toaster.show(words.t('connected', { name: connection.name }))
    onConnected(connection)
  }
  return (
    <FormDialog
      title={words.t('connectTitle', { provider: provider.name })}
      action={words.t('connectAction')}
      onClose={onClose}
      onSubmit={connect}
    >
      {(problem) => (
        <div class="stack" lang="en" dir="ltr">
          <Field label={words.t('name')} layout="stack" hint={words.t('nameHint')}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                describedBy={describedBy}
                maxLength={200}
                value={name.value}
                onChange={(value) => (name.value = value)}
              />
            )}
          </Field>
          {fields.map((field, index) => (
            <Field
              key={field.name}
              label={labelOf(field.name)}
              layout="stack"
              note={field.required ? undefined : words.t('optional')}
              hint={field.description}
            >
              {({ describedBy, id }) => {
                const value = texts.value[field.name]
                const change = (text: string) => (texts.value = { ...texts.value, [field.name]: text })
                return field.choices === undefined ? (
                  <TextInput
                    id={id}
                    isCode
                    autofocus={index === 0}
                    describedBy={describedBy}
                    maxLength={500}
                    placeholder={field.example}
                    value={value ?? ''}
                    onChange={change}
                  />
                ) : (
                  <Select
                    id={id}
                    describedBy={describedBy}
                    value={value ?? field.choices[0]}
                    options={field.choices.map((choice) => ({ value: choice, label: choice }))}
                    onChange={change}
                  />
                )
              }}
            </Field>
          ))}
          <details>
            <summary>{words.t('gatewayTitle')}</summary>
            <Field label={words.t('gateway')} layout="stack" hint={words.t('gatewayHint')}>
              {({ describedBy, id }) => (
                <TextInput
                  id={id}
                  isCode
                  type="url"
                  describedBy={describedBy}
                  value={gateway.value}
                  onChange={(value) => (gateway.value = value)}
                />
              )}
            </Field>
          </details>
          <p class="soft">{words.t('sealed')}</p>
          {problem === undefined && refusal.value === undefined ? null : (
            <p class="bad words" role="alert">
              {problem ?? refusal.value}
            </p>
          )}
        </div>
      )}
    </FormDialog>
  )
}

const abbreviations = ['api', 'id', 'url']

/** `api_key` as `API key`. */
function labelOf(name: string): string {
  const text = name
    .split('_')
    .map((word) => (abbreviations.includes(word) ? word.toUpperCase() : word))
    .join(' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
