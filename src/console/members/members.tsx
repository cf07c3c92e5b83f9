import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { Loaded, SectionHead } from '../parts/index.ts'
import { MemberPage } from './member-page.tsx'
import { RolePage } from './role-page.tsx'
import type { MemberList } from './resources.ts'
import { words } from './words.ts'

const tabs = [
  { path: '/members', label: words.t('tab.members') },
  { path: '/members/roles', label: words.t('tab.roles') },
]

/** The accounts of the company, and what their roles may do. */
export function Members() {
  const { api, router } = useConsole()
  const list = useLatest((signal) => api.value.get<MemberList>('/console/members', { signal }), [])
  const isRoles = router.url.value.path === '/members/roles'
  return (
    <div class="page" lang="en" dir="ltr">
      <SectionHead title={words.t('title')} label={words.t('pages')} tabs={tabs} />
      <Loaded from={list}>
        {(value) => (isRoles ? <RolePage list={value} /> : <MemberPage list={value} onChange={list.reload} />)}
      </Loaded>
    </div>
  )
}
