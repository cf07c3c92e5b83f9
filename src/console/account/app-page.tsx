import { Button, EmptyState } from '../../ui/controls/index.ts'
import { linkedIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { LabelledText, Table } from '../parts/index.ts'
import type { AccountPageProps } from './page-props.ts'
import type { AccountApp } from './resources.ts'
import { words } from './words.ts'

/** Applications that act for the account. */
export function AppPage({ account: { agent_url: url, apps }, onChange }: AccountPageProps) {
  const { api, report, toaster } = useConsole()
  const disconnect = ({ id, name }: AccountApp) =>
    void api.value.remove(`/console/account/apps/${id}`).then(() => {
      toaster.show(words.t('disconnected', { name }))
      onChange()
    }, report)
  return (
    <>
      <p class="soft">{words.t('appsText')}</p>
      {apps.length === 0 ? (
        <EmptyState icon={linkedIcon} title={words.t('none')} />
      ) : (
        <Table
          label={words.t('tab.apps')}
          columns={[words.t('app'), words.t('may'), words.t('connected'), words.t('used')]}
          hasActions
        >
          {apps.map((app) => (
            <AppRow key={app.id} app={app} onDisconnect={() => disconnect(app)} />
          ))}
        </Table>
      )}
      <section class="panel">
        <h2>{words.t('connect')}</h2>
        <p class="soft">{words.t('noneText')}</p>
        <LabelledText label={words.t('url')} text={url} />
        <p>
          <a href="/docs/guide/agents">{words.t('guide')}</a>
        </p>
      </section>
    </>
  )
}

function AppRow({ app, onDisconnect }: { app: AccountApp; onDisconnect: () => void }) {
  const { created_at: created, host, last_used_at: used, may, name, project } = app
  const day = (instant: string) => words.ago(Date.now() - Date.parse(instant))
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
        <small class="soft second-line">{host}</small>
      </th>
      <td>{words.t('mayIn', { list: may.join(', '), project })}</td>
      <td class="day">{day(created)}</td>
      <td class="day">{used === null ? words.t('never') : day(used)}</td>
      <td class="actions">
        <Button dense onClick={onDisconnect}>
          {words.t('disconnect')}
        </Button>
      </td>
    </tr>
  )
}
