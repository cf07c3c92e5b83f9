import { Button } from '../../../ui/controls/index.ts'
import { downloadIcon } from '../../../ui/icons/index.ts'
import type { DmarcIncident, DmarcIncidentPage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, saveFile } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

const shown = 100

export function Incidents({ domainId }: { domainId: string }) {
  const { api, report } = useConsole()
  const path = `/dmarc/domains/${domainId}/incidents`
  const latest = useLatest(
    (signal) => api.value.get<DmarcIncidentPage>(path, { query: { limit: shown }, signal }),
    [domainId],
  )
  const save = () =>
    void api.value
      .download(path, { query: { format: 'csv' } })
      .then((file) => saveFile(file, 'incidents.csv'))
      .catch(report)
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('incidents')}</h2>
        <Button icon={downloadIcon} onClick={save}>
          {words.t('csv')}
        </Button>
      </div>
      <Loaded from={latest}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="soft">{words.t('noIncidents')}</p>
          ) : (
            <ul class="stack">
              {data.map((incident) => (
                <IncidentLine key={incident.id} incident={incident} path={path} onChange={latest.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
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
