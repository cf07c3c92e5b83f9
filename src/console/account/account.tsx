import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { Loaded, SectionHead } from '../parts/index.ts'
import { AppPage } from './app-page.tsx'
import type { Account as AccountResource } from './resources.ts'
import { SessionPage } from './session-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { words } from './words.ts'

const tabs = [
  { path: '/account', label: words.t('tab.account') },
  { path: '/account/sessions', label: words.t('tab.sessions') },
  { path: '/account/apps', label: words.t('tab.apps') },
]

/** The signed-in account: how it signs in, where it is signed in, and what acts for it. */
export function Account() {
  const { api, router } = useConsole()
  const { path } = router.url.value
  const account = useLatest((signal) => api.value.get<AccountResource>('/console/account', { signal }), [path])
  const Page = path === '/account/sessions' ? SessionPage : path === '/account/apps' ? AppPage : SignInPage
  return (
    <div class="page" lang="en" dir="ltr">
      <SectionHead title={words.t('title')} label={words.t('pages')} tabs={tabs} />
      <Loaded from={account}>{(value) => <Page account={value} onChange={account.reload} />}</Loaded>
    </div>
  )
}
