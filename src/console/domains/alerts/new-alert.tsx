import { useSignal } from '@preact/signals'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { CreateDmarcAlert } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

const channels = ['email', 'slack', 'teams', 'discord'] as const
const triggers = [
  'new_source',
  'compliance_drop',
  'record_changed',
  'record_weakened',
  'reporter_silent',
  'invalid_reports',
  'tls_failures',
  'volume_spike',
] as const satisfies CreateDmarcAlert['triggers']
const first = ['new_source', 'compliance_drop', 'record_weakened'] as const satisfies CreateDmarcAlert['triggers']

interface NewAlertProps {
  path: string
  onClose: () => void
  onCreated: () => void
}

export function NewAlert({ onClose, onCreated, path }: NewAlertProps) {
  const { api, start, toaster } = useConsole()
  const channel = useSignal<(typeof channels)[number]>('email')
  const to = useSignal(start.user.email)
  const url = useSignal('')
  const chosen = useSignal<CreateDmarcAlert['triggers']>(first)
  const hasDigest = useSignal(true)
  const create = async () => {
    const type = channel.value
    const alert: CreateDmarcAlert = {
      triggers: [...chosen.value],
      channels: [type === 'email' ? { type, to: to.value.split(/[\s,;]+/).filter(Boolean) } : { type, url: url.value }],
      digest: hasDigest.value ? mondays() : null,
    }
    await api.value.post(path, alert)
    toaster.show(words.t('created'))
    onCreated()
    onClose()
  }
  const toggle = (trigger: (typeof triggers)[number], isOn: boolean) => {
    chosen.value = triggers.filter((each) => (each === trigger ? isOn : chosen.value.includes(each)))
  }
  return (
    <FormDialog title={words.t('newAlert')} action={words.t('create')} onClose={onClose} onSubmit={create}>
      {(problem) => (
        <>
          <Field label={words.t('triggers')} layout="stack" isGroup>
            {() => (
              <div class="choices">
                {triggers.map((trigger) => (
                  <Choice
                    key={trigger}
                    label={wordFor('trigger', trigger)}
                    isOn={chosen.value.includes(trigger)}
                    onChange={(isOn) => toggle(trigger, isOn)}
                  />
                ))}
              </div>
            )}
          </Field>
          <Field label={words.t('channel')} layout="stack">
            {({ id }) => (
              <Select
                id={id}
                value={channel.value}
                options={channels.map((value) => ({ value, label: wordFor('channel', value) }))}
                onChange={(value) => (channel.value = value)}
              />
            )}
          </Field>
          {channel.value === 'email' ? (
            <Field label={words.t('alertEmail')} layout="stack" hint={words.t('alertEmailHint')} error={problem}>
              {({ id }) => <TextInput id={id} isCode value={to.value} onChange={(value) => (to.value = value)} />}
            </Field>
          ) : (
            <Field label={words.t('alertUrl')} layout="stack" error={problem}>
              {({ id }) => (
                <TextInput id={id} isCode type="url" value={url.value} onChange={(value) => (url.value = value)} />
              )}
            </Field>
          )}
          <div class="choices">
            <Choice label={words.t('digest')} isOn={hasDigest.value} onChange={(isOn) => (hasDigest.value = isOn)} />
          </div>
        </>
      )}
    </FormDialog>
  )
}

function Choice({ isOn, label, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

/** The digest of the last week, as the new week begins where the person is. */
function mondays(): CreateDmarcAlert['digest'] {
  return { weekday: 'monday', hour: 8, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
