/**
 * Sending domains: how each is set up, who sends in its name, and which policy is safe. Calls `/v1/dmarc`. Start at
 * list/domain-list.tsx, then domain/domain-page.tsx.
 */
import { EmptyState } from '../../ui/controls/index.ts'
import { lockIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { mayEdit } from '../start.ts'
import { DomainPage } from './domain/domain-page.tsx'
import { GroupPage } from './groups/group-page.tsx'
import { Groups } from './groups/groups.tsx'
import { DomainList } from './list/domain-list.tsx'
import { OtherReports } from './reports/other-reports.tsx'
import { words } from './texts.ts'

export function Domains() {
  const { router, start } = useConsole()
  const [id, tab] = router.url.value.path.split('/').slice(2)
  return (
    <div class="page" lang="en" dir="ltr">
      {!mayEdit(start) ? (
        <EmptyState icon={lockIcon} title={words.t('noAccess')} text={words.t('noAccessText')} />
      ) : id === undefined || id === '' ? (
        <DomainList />
      ) : id === 'quarantine' ? (
        <OtherReports />
      ) : id === 'groups' ? (
        tab === undefined || tab === '' ? (
          <Groups />
        ) : (
          <GroupPage key={tab} id={tab} />
        )
      ) : (
        <DomainPage key={id} id={id} tab={tab} />
      )}
    </div>
  )
}
