import { Icon, checkIcon, warningIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Figure, Figures, Loaded, Table } from '../../parts/index.ts'
import { printTime } from '../times.ts'
import type { StorageReport } from '../resources.ts'
import { words } from '../words.ts'

/** Sizes, free space, known problems, and the copies before migrations. */
export function StoragePage() {
  const { api } = useConsole()
  const report = useLatest((signal) => api.value.get<StorageReport>('/operations/storage', { signal }), [])
  return (
    <Loaded from={report}>
      {(found) => (
        <>
          <Health report={found} />
          <Sizes report={found} />
          <section class="panel">
            <h2>{words.t('place')}</h2>
            <dl class="facts">
              <div>
                <dt>{words.t('dataDir')}</dt>
                <dd>
                  <code>{found.data_dir}</code>
                </dd>
              </div>
              <div>
                <dt>{words.t('files')}</dt>
                <dd>
                  <code>{found.files}</code>
                </dd>
              </div>
            </dl>
          </section>
          <Backups report={found} />
        </>
      )}
    </Loaded>
  )
}

function Health({ report: { problems } }: { report: StorageReport }) {
  if (problems.length === 0)
    return (
      <section class="panel">
        <h2 class="row">
          <Icon d={checkIcon} />
          {words.t('healthy')}
        </h2>
        <p class="soft">{words.t('healthyText')}</p>
      </section>
    )
  return (
    <section class="panel">
      <h2 class="row bad">
        <Icon d={warningIcon} />
        {words.t('problems')}
      </h2>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </section>
  )
}

function Sizes({ report }: { report: StorageReport }) {
  const { last_migration: last, wal_bytes: wal } = report
  return (
    <Figures>
      <Figure label={words.t('databaseSize')} value={words.bytes(report.database_bytes)} note={report.database} />
      {wal === null ? null : <Figure label={words.t('wal')} value={words.bytes(wal)} />}
      <Figure label={words.t('free')} value={words.bytes(report.free_bytes)} />
      <Figure
        label={words.t('migrations')}
        value={words.number(report.migrations)}
        note={
          last === null ? undefined : words.t('lastMigration', { name: last.name, time: printTime(last.applied_at) })
        }
      />
    </Figures>
  )
}

function Backups({ report: { backups, database } }: { report: StorageReport }) {
  return (
    <section class="stack">
      <h2>{words.t('backups')}</h2>
      <p class="soft words">
        {words.t(database === 'SQLite' ? 'backupsText' : 'backupsPostgres')}{' '}
        <a href="/docs/guide/operations">{words.t('backupsGuide')}</a>
      </p>
      {backups.length > 0 ? (
        <Table
          label={words.t('backups')}
          columns={[words.t('backup'), words.t('created'), { number: words.t('size') }]}
        >
          {backups.map(({ bytes, created_at: created, name }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td class="day">{printTime(created)}</td>
              <td class="number">{words.bytes(bytes)}</td>
            </tr>
          ))}
        </Table>
      ) : database === 'SQLite' ? (
        <p>{words.t('backupsNone')}</p>
      ) : null}
    </section>
  )
}
