import { Button } from '../../ui/controls/index.ts'
import { useConsole } from '../context.ts'
import { Table } from '../parts/index.ts'
import type { AccountPageProps } from './page-props.ts'
import { words } from './words.ts'

/** Where the account is signed in. */
export function SessionPage({ account: { session_hours: hours, sessions }, onChange }: AccountPageProps) {
  const { api, report, toaster } = useConsole()
  const end = (path: string, done: 'ended' | 'endedOthers') =>
    void api.value.remove(`/console/account/sessions${path}`).then(() => {
      toaster.show(words.t(done))
      onChange()
    }, report)
  return (
    <>
      <div class="panel-head">
        <p class="soft">{words.t('sessionsText', { count: hours })}</p>
        {sessions.length > 1 ? <Button onClick={() => end('', 'endedOthers')}>{words.t('endOthers')}</Button> : null}
      </div>
      <Table label={words.t('tab.sessions')} columns={[words.t('client'), words.t('ip'), words.t('since')]} hasActions>
        {sessions.map(({ client, created_at: at, id, ip, is_current: isCurrent }) => (
          <tr key={id}>
            <th scope="row">
              {client ?? words.t('unknownClient')} {isCurrent ? <span class="badge">{words.t('this')}</span> : null}
            </th>
            <td>{ip}</td>
            <td class="day">{words.dateTime(new Date(at))}</td>
            <td class="actions">
              {isCurrent ? null : (
                <Button dense onClick={() => end(`/${id}`, 'ended')}>
                  {words.t('end')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
