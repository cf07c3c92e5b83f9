import { verifyAudit } from '../../platform/audit/index.ts'
import { type Command, exit } from './command.ts'
import { withStore } from './with-store.ts'

/** Rows that are named one by one; of more there is only the number. */
const mostNamed = 50

/** Checks that nobody has changed the log of what was done. */
export const verifyAuditCommand: Command = {
  settings: true,
  details: [
    'Each row holds the hash of the one before it, in a chain for each project, so that whoever changes one breaks the chain.',
    'That the newest rows were cut off cannot be seen from the log alone: compare the number of rows with that of a backup.',
  ].join('\n'),
  options: [{ flag: '--json', meaning: 'As JSON.' }],
  failure: 'the log is not as it was written',
  run: async ({ config, has, terminal }) => {
    const { broken, rows } = await withStore(config(), (store) => verifyAudit(store.read))
    if (has('--json')) terminal.out(JSON.stringify({ rows, broken }))
    else {
      for (const { id, reason } of broken.slice(0, mostNamed)) terminal.out(`${id}: ${reason}`)
      if (broken.length > mostNamed) terminal.out(`and ${broken.length - mostNamed} more`)
      terminal.out(
        broken.length === 0 ? `${rows} rows, as they were written` : `${broken.length} of ${rows} rows broken`,
      )
    }
    return broken.length === 0 ? exit.ok : exit.failed
  },
}
