import { useSignal } from '@preact/signals'
import { useConsole } from '../context.ts'
import { FormDialog } from '../parts/index.ts'
import { createPasskey } from './create-passkey.ts'
import { PasswordInput } from './password-input.tsx'
import { words } from './words.ts'

interface AddPasskeyProps {
  onAdded: () => void
  onClose: () => void
}

/** Asks for the password, then has the browser make a passkey. */
export function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const { api } = useConsole()
  const current = useSignal('')
  const isCanceled = useSignal(false)
  const add = async () => {
    isCanceled.value = false
    const options = await api.value.post<PublicKeyCredentialCreationOptionsJSON>('/console/account/passkeys/options', {
      current: current.value,
    })
    const credential = await createPasskey(options)
    if (credential === undefined) {
      isCanceled.value = true
      return
    }
    await api.value.post('/console/account/passkeys', { credential })
    onAdded()
  }
  return (
    <FormDialog
      title={words.t('passkeyAdd')}
      action={words.t('passkeyAdd')}
      size="small"
      onClose={onClose}
      onSubmit={add}
    >
      {(problem) => (
        <>
          <p>{words.t('passkeyAddText')}</p>
          <PasswordInput
            autofocus
            label={words.t('current')}
            value={current}
            error={isCanceled.value ? words.t('passkeyCanceled') : problem}
          />
        </>
      )}
    </FormDialog>
  )
}
