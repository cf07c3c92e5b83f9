import { migrate, migrationStatus, openStore } from '../../platform/storage/index.ts'
import { type Command, exit } from './command.ts'

/** Brings the store to this version's schema, or says what that would do. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the store to the schema of this version',
  settings: true,
  details: 'serve does the same before it listens. A store written by a newer version is refused.',
  options: [
    {
      flag: '--status',
      meaning: 'Only list what is applied and what is pending; exit code 1 when something is pending.',
    },
    { flag: '--json', meaning: 'As JSON.' },
  ],
  failure: 'failed, or with --status: migrations are pending',
  run: async ({ config, has, terminal }) => {
    const { databaseUrl, dataDir } = config()
    const store = await openStore({ ...(databaseUrl === undefined ? {} : { url: databaseUrl }), dataDir })
    try {
      if (has('--status')) {
        const status = await migrationStatus(store)
        terminal.out(JSON.stringify(status))
        return exit.ok
      }
      const { applied } = await migrate(store)
      if (has('--json')) terminal.out(JSON.stringify({ applied }))
      else terminal.out(applied.length === 0 ? 'Nothing to apply' : applied.map((name) => `Applied ${name}`).join('\n'))
      return exit.ok
    } finally {
      await store.close()
    }
  },
}
