import type { ComponentChildren } from 'preact'
import { Icon, chevronLeftIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type Latest, useLatest } from '../../latest.ts'
import { Loaded, SectionHead } from '../../parts/index.ts'
import { Alerts } from '../alerts/alerts.tsx'
import { DomainStatus } from '../list/domain-table.tsx'
import { Policy } from '../policy/policy.tsx'
import { Reports } from '../reports/reports.tsx'
import { wordFor, words } from '../texts.ts'
import { DnsHistory } from './dns-history.tsx'
import { DomainOverview } from './domain-overview.tsx'
import { Setup } from './setup.tsx'
import { Sources } from './sources.tsx'

const tabs: Readonly<Record<string, (domain: DmarcDomain, latest: Latest<DmarcDomain>) => ComponentChildren>> = {
  overview: (domain) => <DomainOverview domain={domain} />,
  setup: (domain, { change }) => <Setup domain={domain} onChange={change} />,
  sources: (domain) => <Sources domain={domain} />,
  reports: (domain) => <Reports domain={domain} />,
  policy: (domain) => <Policy domain={domain} />,
  dns: (domain) => <DnsHistory domain={domain} />,
  alerts: (domain) => <Alerts domain={domain} />,
}

/** One domain, a tab for each question about it. */
export function DomainPage({ id, tab = 'overview' }: { id: string; tab?: string | undefined }) {
  const { api } = useConsole()
  const latest = useLatest((signal) => api.value.get<DmarcDomain>(`/dmarc/domains/${id}`, { signal }), [id])
  const current = tab in tabs ? tab : 'overview'
  return (
    <>
      <a class="row" href="/domains">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('back')}
      </a>
      <Loaded from={latest}>
        {(domain) => (
          <>
            <SectionHead
              title={domain.domain}
              label={words.t('sections')}
              tabs={Object.keys(tabs).map((each) => ({
                path: each === 'overview' ? `/domains/${id}` : `/domains/${id}/${each}`,
                label: wordFor('tab', each),
              }))}
            >
              <DomainStatus status={domain.status} />
            </SectionHead>
            {tabs[current]?.(domain, latest)}
          </>
        )}
      </Loaded>
    </>
  )
}
