import { useSignal } from '@preact/signals'
import { useConsole } from '../context.ts'
import { FormDialog } from '../parts/index.ts'
import { PasswordInput } from './password-input.tsx'
import { words } from './words.ts'

/** A changed password starts a new session, so the page is loaded again with its token. */
export function PasswordDialog({ min, onClose }: { min: number; onClose: () => void }) {
  const { api, start } = useConsole()
  const current = useSignal('')
  const next = useSignal('')
  const change = async () => {
    await api.value.put('/console/account/password', { current: current.value, password: next.value })
    location.assign('/account?changed=1')
  }
  return (
    <FormDialog title={words.t('change')} action={words.t('change')} size="small" onClose={onClose} onSubmit={change}>
      {(problem) => (
        <>
          <input type="email" autocomplete="username" value={start.user.email} readOnly hidden />
          <PasswordInput autofocus label={words.t('current')} value={current} />
          <PasswordInput isNew label={words.t('new')} value={next} hint={words.t('newHint', { min })} />
          <p class="soft">{words.t('changeText')}</p>
          <p class="bad" role="alert">
            {problem}
          </p>
        </>
      )}
    </FormDialog>
  )
}
