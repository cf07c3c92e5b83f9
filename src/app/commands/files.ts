import { migrate } from '../../platform/storage/index.ts'
import { linkFiles, openFileStore } from '../file-store.ts'
import { type Command, exit } from './command.ts'
import { withNewStore } from './with-store.ts'

export const linkFilesCommand: Command = {
  settings: true,
  details:
    'The database and its files share an id, and serve refuses to start with the files of another database. Run this after you ' +
    'restored or moved one of the two, or to keep files with an empty database: it writes the id of the database next to the files.',
  options: [{ flag: '--json', meaning: 'As JSON.' }],
  failure: 'the database or the files cannot be written',
  run: ({ config: read, has, terminal }) => {
    const config = read()
    const files = openFileStore(config)
    return withNewStore(config, async (store) => {
      await migrate(store)
      const id = await linkFiles(store, files)
      terminal.out(
        has('--json') ? JSON.stringify({ id }) : `The files in ${files.name} belong to this database (${id}).`,
      )
      return exit.ok
    })
  },
}
