import { Button } from '../../../ui/controls/index.ts'
import type { DmarcIncident } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvDownload, Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

const pageSize = 50

export function Incidents({ domainId }: { domainId: string }) {
  const path = `/dmarc/domains/${domainId}/incidents`
  const list = usePages<DmarcIncident>(path, { limit: pageSize })
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('incidents')}</h2>
        {(list.value?.length ?? 0) > 0 ? <CsvDownload path={path} name="incidents" label={words.t('csv')} /> : null}
      </div>
      <Loaded from={list}>
        {(data) =>
          data.length === 0 ? (
            <p class="soft">{words.t('noIncidents')}</p>
          ) : (
            <ul class="stack">
              {data.map((incident) => (
                <IncidentLine key={incident.id} incident={incident} path={path} onChange={list.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore of={list} />
    </section>
  )
}

interface IncidentLineProps {
  incident: DmarcIncident
  path: string
  onChange: () => void
}

function IncidentLine({
  incident: { id, opened_at: at, severity, state, summary },
  path,
  onChange,
}: IncidentLineProps) {
  const { api, report } = useConsole()
  const act = (action: 'acknowledge' | 'resolve') =>
    void api.value.post(`${path}/${id}`, { action }).then(onChange, report)
  return (
    <li class="panel-head">
      <span class="words">
        <b class={severity === 'critical' ? 'bad' : severity === 'warning' ? 'warn' : undefined}>{summary}</b>
        <br />
        <span class="soft">
          {wordFor('incident', state)} · {words.ago(Date.now() - Date.parse(at))}
        </span>
      </span>
      {state === 'resolved' ? null : (
        <span class="row">
          {state === 'open' ? <Button onClick={() => act('acknowledge')}>{words.t('acknowledge')}</Button> : null}
          <Button onClick={() => act('resolve')}>{words.t('resolve')}</Button>
        </span>
      )}
    </li>
  )
}
