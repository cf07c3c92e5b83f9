import { hasUsers } from '../../surfaces/projects/index.ts'
import { createSetupLink } from '../accounts/index.ts'
import { selectSetting } from '../store.ts'
import { type Command, exit } from './command.ts'
import { withStore } from './with-store.ts'

/** Prints a new link for the first account, at the URL of the service that started last. */
export const setupLinkCommand: Command = {
  settings: true,
  details:
    'The link works once, within half an hour, as long as there is no account. It may run beside the server.\n' +
    'Earlier links stay valid until they expire; using one invalidates all others.',
  failure: 'there are accounts already, or svc serve has never started on this store',
  run: async ({ config, terminal }) =>
    withStore(config(), (store) =>
      store.tx(async (db) => {
        if (await hasUsers(db)) {
          terminal.err(
            'svc: There is an account already. svc users list shows all; svc users reset EMAIL sets a new password.',
          )
          return exit.failed
        }
        const url = await selectSetting(db, 'console_url')
        if (typeof url !== 'string') {
          terminal.err('svc: svc serve has not started on this store yet. It prints a setup link when it starts.')
          return exit.failed
        }
        terminal.out(`${url}/setup?token=${await createSetupLink(db)}`)
        return exit.ok
      }),
    ),
}
