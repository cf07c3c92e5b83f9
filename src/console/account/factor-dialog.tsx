import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { FormDialog, LabelledText, OnceDialog } from '../parts/index.ts'
import { PasswordInput } from './password-input.tsx'
import { QrCode } from './qr-code.tsx'
import type { PreparedFactor } from './resources.ts'
import { words } from './words.ts'

interface FactorDialogProps {
  onOn: () => void
  onClose: () => void
}

/** From a new key to the recovery codes, which are shown once. */
export function FactorDialog({ onOn, onClose }: FactorDialogProps) {
  const { api } = useConsole()
  const prepared = useLatest(
    (signal) => api.value.post<PreparedFactor>('/console/account/factor', undefined, { signal }),
    [],
  )
  const code = useSignal('')
  const current = useSignal('')
  const codes = useSignal<readonly string[] | undefined>(undefined)
  const turnOn = async () => {
    const body = { code: code.value, current: current.value }
    codes.value = (await api.value.post<{ codes: string[] }>('/console/account/factor/confirm', body)).codes
  }
  if (codes.value !== undefined)
    return (
      <OnceDialog
        title={words.t('codesTitle')}
        text={words.t('codesText')}
        label={words.t('codes')}
        value={codes.value.join('\n')}
        action={words.t('saved')}
        onClose={onOn}
      />
    )
  return (
    <FormDialog title={words.t('factorStart')} action={words.t('turnOn')} onClose={onClose} onSubmit={turnOn}>
      {(problem) => (
        <>
          {prepared.value === undefined ? null : <FactorKey prepared={prepared.value} />}
          <Field label={words.t('code')} layout="stack" hint={words.t('codeHint')}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                isCode
                autofocus
                describedBy={describedBy}
                value={code.value}
                onChange={(value) => (code.value = value)}
                attributes={{ autocomplete: 'one-time-code', inputmode: 'numeric' }}
              />
            )}
          </Field>
          <PasswordInput label={words.t('current')} value={current} />
          <p class="bad" role="alert">
            {problem}
          </p>
        </>
      )}
    </FormDialog>
  )
}

function FactorKey({ prepared: { secret, uri } }: { prepared: PreparedFactor }) {
  return (
    <>
      <p>{words.t('factorScan')}</p>
      <QrCode text={uri} label={words.t('factorQr')} />
      <p>
        <a href={uri}>{words.t('factorOpen')}</a>
      </p>
      <LabelledText label={words.t('factorKey')} text={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
    </>
  )
}
