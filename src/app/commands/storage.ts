import { checkDatabaseFile } from '../../platform/storage/index.ts'
import { type Command, exit } from './command.ts'

export const checkStorageCommand: Command = {
  settings: true,
  details:
    'Reads every page of the SQLite database (PRAGMA quick_check) and changes nothing. It can run while the server runs, which ' +
    'does the same after each start and once a day. For Postgres, use pg_amcheck.',
  options: [{ flag: '--json', meaning: 'As JSON.' }],
  failure: 'the database is damaged, or cannot be read',
  run: ({ config: read, has, terminal }) => {
    const { databaseUrl, dataDir } = read()
    if (databaseUrl !== undefined) {
      terminal.err('svc: This command checks SQLite only. For Postgres, use pg_amcheck.')
      return exit.failed
    }
    const problems = checkDatabaseFile(dataDir)
    if (has('--json')) terminal.out(JSON.stringify({ problems }))
    else terminal.out(problems.length === 0 ? 'The database is not damaged.' : problems.join('\n'))
    return problems.length === 0 ? exit.ok : exit.failed
  },
}
