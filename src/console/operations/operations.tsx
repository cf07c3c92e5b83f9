/** Jobs, storage, settings and audit log of the installation, for its owners. Calls `/v1/operations`. Start at jobs/jobs-page.tsx. */
import type { ComponentType } from 'preact'
import { EmptyState } from '../../ui/controls/index.ts'
import { lockIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { SectionHead } from '../parts/index.ts'
import { AuditPage } from './audit/audit-page.tsx'
import { JobsPage } from './jobs/jobs-page.tsx'
import { ChecksPage } from './system/checks-page.tsx'
import { SettingsPage } from './system/settings-page.tsx'
import { StoragePage } from './system/storage-page.tsx'
import { words } from './words.ts'

const tabs: readonly { path: string; label: string; Page: ComponentType }[] = [
  { path: '/operations', label: words.t('tab.jobs'), Page: JobsPage },
  { path: '/operations/storage', label: words.t('tab.storage'), Page: StoragePage },
  { path: '/operations/checks', label: words.t('tab.checks'), Page: ChecksPage },
  { path: '/operations/settings', label: words.t('tab.settings'), Page: SettingsPage },
  { path: '/operations/audit', label: words.t('tab.audit'), Page: AuditPage },
]

export function Operations() {
  const { router, start } = useConsole()
  const { path } = router.url.value
  const Page = tabs.find((tab) => tab.path === path)?.Page ?? JobsPage
  return (
    <div class="page" lang="en" dir="ltr">
      {start.user.isOperator ? (
        <>
          <SectionHead title={words.t('title')} label={words.t('pages')} tabs={tabs} />
          <Page />
        </>
      ) : (
        <EmptyState icon={lockIcon} title={words.t('noAccess')} text={words.t('noAccessText')} />
      )}
    </div>
  )
}
