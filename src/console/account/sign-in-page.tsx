import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { useConsole } from '../context.ts'
import { ConfirmPassword } from './confirm-password.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import type { AccountPageProps } from './page-props.ts'
import { PasskeyPanel } from './passkey-panel.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import type { Account } from './resources.ts'
import { words } from './words.ts'

type Opened = 'password' | 'factor' | 'factorOff' | 'unlink'

/** Who the person is, and how they sign in. */
export function SignInPage({ account, onChange }: AccountPageProps) {
  const { router, toaster } = useConsole()
  const opened = useSignal<Opened | undefined>(undefined)
  const close = () => (opened.value = undefined)
  const finish = (text: string) => () => {
    close()
    if (text !== '') toaster.show(text)
    onChange()
  }
  useEffect(() => {
    if (!router.url.value.query.has('changed')) return
    toaster.show(words.t('changed'))
    router.go('/account', { replace: true })
  }, [])
  const { provider } = account
  const open = (dialog: Opened) => () => (opened.value = dialog)
  return (
    <>
      <Person account={account} />
      <section class="panel">
        <h2>{words.t('password')}</h2>
        <div class="row">
          <Button onClick={open('password')}>{words.t('change')}</Button>
        </div>
      </section>
      <section class="panel">
        <h2>{words.t('factor')}</h2>
        <p>{words.t(account.has_second_factor ? 'factorOn' : 'factorOff')}</p>
        <div class="row">
          {account.has_second_factor ? (
            <Button onClick={open('factorOff')}>{words.t('factorStop')}</Button>
          ) : (
            <Button onClick={open('factor')}>{words.t('factorStart')}</Button>
          )}
        </div>
      </section>
      <PasskeyPanel account={account} onChange={onChange} />
      {provider === null ? null : (
        <section class="panel">
          <h2>{words.t('provider')}</h2>
          <p>{words.t(provider.is_linked ? 'linked' : 'unlinked', { name: provider.name })}</p>
          {provider.is_linked ? (
            <div class="row">
              <Button onClick={open('unlink')}>{words.t('unlink')}</Button>
            </div>
          ) : null}
        </section>
      )}
      {opened.value === 'password' ? <PasswordDialog min={account.password_min} onClose={close} /> : null}
      {opened.value === 'factor' ? <FactorDialog onOn={finish('')} onClose={close} /> : null}
      {opened.value === 'factorOff' ? (
        <ConfirmPassword
          title={words.t('factorStopTitle')}
          text={words.t('factorStopText')}
          action={words.t('factorStop')}
          path="factor/remove"
          onDone={finish(words.t('factorStopped'))}
          onClose={close}
        />
      ) : null}
      {opened.value === 'unlink' && provider !== null ? (
        <ConfirmPassword
          title={words.t('unlinkTitle', { name: provider.name })}
          text={words.t('unlinkText', { name: provider.name })}
          action={words.t('unlink')}
          path="identity/remove"
          onDone={finish(words.t('unlinkDone'))}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function Person({ account: { email, name, role, role_summary: summary } }: { account: Account }) {
  return (
    <section class="panel">
      <dl class="facts">
        <div>
          <dt>{words.t('name')}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{words.t('email')}</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>{words.t('role')}</dt>
          <dd>
            <a href="/members/roles">{role}</a>
            <small class="soft second-line">{summary}</small>
          </dd>
        </div>
      </dl>
    </section>
  )
}
