import { type MigrationStatus, migrate, migrationStatus } from '../../platform/storage/index.ts'
import { type Command, exit } from './command.ts'
import { withAnyStore, withExclusiveStore, withNewStore } from './with-store.ts'

export const migrateCommand: Command = {
  settings: true,
  details:
    'serve does the same before it listens. A store that a newer version has written is refused. On SQLite it needs the data ' +
    'directory for itself: stop the server first.',
  options: [
    { flag: '--status', meaning: 'Change nothing; list what is applied and what is pending.' },
    { flag: '--json', meaning: 'As JSON.' },
  ],
  failure: 'failed, or with --status: the store is not at the schema of this version',
  run: async ({ config, has, terminal }) => {
    const isJson = has('--json')
    if (has('--status')) {
      const status = await withAnyStore(config(), (store) => migrationStatus(store))
      terminal.out(isJson ? JSON.stringify(status) : statusLines(status))
      return status.upToDate ? exit.ok : exit.failed
    }
    const report = (applied: readonly string[]) => {
      terminal.out(isJson ? JSON.stringify({ applied }) : appliedLines(applied))
      return exit.ok
    }
    // Changes that a server writes between the backup of the SQLite file and the migration would be in no backup.
    if ((await withNewStore(config(), (store) => migrationStatus(store))).upToDate) return report([])
    return withExclusiveStore(config(), async (store) => {
      const { applied } = await migrate(store, undefined, ({ templates }) => {
        if (templates > 0) terminal.err(`Rebuilding the search index of ${templates} templates; this takes a while.`)
      })
      return report(applied)
    })
  },
}

function appliedLines(applied: readonly string[]): string {
  return applied.length === 0 ? 'No pending migrations' : applied.map((name) => `Applied ${name}`).join('\n')
}

function statusLines({ migrations }: MigrationStatus): string {
  return migrations
    .map(({ name, appliedAt, problem }) => {
      const state = problem ?? (appliedAt === null ? 'pending' : `applied ${new Date(appliedAt).toISOString()}`)
      return `${name}  ${state}`
    })
    .join('\n')
}
