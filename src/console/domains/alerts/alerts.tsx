import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { plusIcon, warningIcon } from '../../../ui/icons/index.ts'
import type { DmarcAlerts, DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvDownload, Loaded } from '../../parts/index.ts'
import { words } from '../texts.ts'
import { AlertPanel } from './alert-panel.tsx'
import { Incidents } from './incidents.tsx'
import { NewAlert } from './new-alert.tsx'

/** What watches a domain, and what it found. */
export function Alerts({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const { api } = useConsole()
  const isOpen = useSignal(false)
  const path = `/dmarc/domains/${id}/alerts`
  const latest = useLatest((signal) => api.value.get<DmarcAlerts>(path, { signal }), [id])
  const add = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isOpen.value = true)}>
      {words.t('newAlert')}
    </Button>
  )
  return (
    <>
      <Loaded from={latest}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={warningIcon} title={words.t('noAlerts')} text={words.t('noAlertsText')}>
              {add}
            </EmptyState>
          ) : (
            <div class="stack">
              <div class="panel-head">
                <h2>{words.t('tab.alerts')}</h2>
                <span class="row">
                  <CsvDownload path={path} name={`${domain}-alerts`} label={words.t('csv')} />
                  {add}
                </span>
              </div>
              {data.map((alert) => (
                <AlertPanel key={alert.id} alert={alert} path={`${path}/${alert.id}`} onChange={latest.reload} />
              ))}
            </div>
          )
        }
      </Loaded>
      <Incidents domainId={id} />
      {isOpen.value ? <NewAlert path={path} onClose={() => (isOpen.value = false)} onCreated={latest.reload} /> : null}
    </>
  )
}
