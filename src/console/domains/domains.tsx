/**
 * Sending domains: how each is set up, who sends in its name, and which policy is safe. Calls `/v1/dmarc`. Start at
 * list/domain-list.tsx, then domain/domain-page.tsx.
 */
import { useConsole } from '../context.ts'
import { DomainPage } from './domain/domain-page.tsx'
import { GroupPage } from './groups/group-page.tsx'
import { Groups } from './groups/groups.tsx'
import { DomainList } from './list/domain-list.tsx'
import { OtherReports } from './reports/other-reports.tsx'

export function Domains() {
  const { router } = useConsole()
  const [id, tab] = router.url.value.path.split('/').slice(2)
  return (
    <div class="page" lang="en" dir="ltr">
      {id === undefined || id === '' ? (
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
