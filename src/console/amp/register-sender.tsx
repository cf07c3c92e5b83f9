import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../ui/fields/index.ts'
import type { AmpProviders, AmpSenderDetail } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { FormDialog } from '../parts/index.ts'
import { words } from './texts.ts'

/** Registers with every provider unless one is deselected. */
export function RegisterSender({ onClose }: { onClose: () => void }) {
  const { api, router } = useConsole()
  const address = useSignal('')
  const company = useSignal('')
  const website = useSignal('')
  const without = useSignal<readonly string[]>([])
  const list = useLatest((signal) => api.value.get<AmpProviders>('/amp/providers', { signal }), [])
  const providers = (list.value?.data ?? []).filter(({ registers }) => registers !== 'none')
  const register = async () => {
    const { id } = await api.value.post<AmpSenderDetail>('/amp', {
      address: address.value.trim(),
      providers: providers.map((each) => each.id).filter((id) => !without.value.includes(id)),
      company: company.value.trim() || null,
      website: website.value.trim() || null,
    })
    router.go(`/amp/${id}`)
  }
  const toggle = (id: string, isOn: boolean) =>
    (without.value = isOn ? without.value.filter((each) => each !== id) : [...without.value, id])
  return (
    <FormDialog
      title={words.t('register')}
      action={words.t('register')}
      size="small"
      onClose={onClose}
      onSubmit={register}
    >
      {(problem) => (
        <>
          <Field label={words.t('address')} layout="stack" error={problem}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                isCode
                autofocus
                describedBy={describedBy}
                value={address.value}
                placeholder="news@example.com"
                onChange={(value) => (address.value = value)}
              />
            )}
          </Field>
          <Field label={words.t('providers')} layout="stack" isGroup>
            {() => (
              <div class="choices">
                {providers.map(({ id, name }) => (
                  <label key={id}>
                    <input
                      type="checkbox"
                      checked={!without.value.includes(id)}
                      onChange={(event) => toggle(id, event.currentTarget.checked)}
                    />
                    {name}
                  </label>
                ))}
              </div>
            )}
          </Field>
          <Field label={words.t('company')} layout="stack">
            {({ id }) => <TextInput id={id} value={company.value} onChange={(value) => (company.value = value)} />}
          </Field>
          <Field label={words.t('website')} layout="stack">
            {({ id }) => (
              <TextInput
                id={id}
                isCode
                value={website.value}
                placeholder="https://example.com"
                onChange={(value) => (website.value = value)}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
