import { useSignal } from '@preact/signals'
import { useConsole } from '../context.ts'
import { FormDialog } from '../parts/index.ts'
import { PasswordInput } from './password-input.tsx'
import { words } from './words.ts'

interface ConfirmPasswordProps {
  title: string
  text: string
  action: string
  /** Sends the password to this path below the account. */
  path: string
  onDone: () => void
  onClose: () => void
}

/** Asks for the password before a weaker sign-in. */
export function ConfirmPassword({ title, text, action, path, onDone, onClose }: ConfirmPasswordProps) {
  const { api } = useConsole()
  const current = useSignal('')
  const confirm = async () => {
    await api.value.post(`/console/account/${path}`, { current: current.value })
    onDone()
  }
  return (
    <FormDialog title={title} action={action} size="small" onClose={onClose} onSubmit={confirm}>
      {(problem) => (
        <>
          <p>{text}</p>
          <PasswordInput autofocus label={words.t('current')} value={current} error={problem} />
        </>
      )}
    </FormDialog>
  )
}
