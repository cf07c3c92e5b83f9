import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { checksIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, Table } from '../../parts/index.ts'
import type { InstallationCheck } from '../resources.ts'
import { words } from '../words.ts'

const states = ['fail', 'warn', 'ok'] as const

/** The findings of `svc doctor` with their remedies; what needs attention comes first. */
export function ChecksPage() {
  const { api } = useConsole()
  const list = useLatest(
    (signal) => api.value.get<{ data: readonly InstallationCheck[] }>('/operations/checks', { signal }),
    [],
  )
  return (
    <>
      <div class="panel-head">
        <p class="soft words">{words.t('checksAbout')}</p>
        <Button busy={list.isLoading} onClick={list.reload}>
          {words.t('checkAgain')}
        </Button>
      </div>
      <Loaded from={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('checksNone')} text={words.t('settingsUnknownText')} />
          ) : (
            <CheckTable checks={states.flatMap((state) => data.filter((check) => check.state === state))} />
          )
        }
      </Loaded>
    </>
  )
}

function CheckTable({ checks }: { checks: readonly InstallationCheck[] }) {
  const count = (state: InstallationCheck['state']) => checks.filter((check) => check.state === state).length
  return (
    <>
      <p role="status">{words.t('checksCount', { fail: count('fail'), warn: count('warn'), ok: count('ok') })}</p>
      <Table label={words.t('tab.checks')} columns={[words.t('checks.name'), words.t('checks.message')]}>
        {checks.map(({ message, name, remedy, state }, index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td class="check-message">
              <span class={`badge badge-${state === 'ok' ? 'pass' : state}`}>{words.wordFor('checks', state)}</span>{' '}
              {message}
              {remedy === undefined ? null : <strong class="second-line">{remedy}</strong>}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
