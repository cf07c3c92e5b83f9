import { createUser, roles } from '../../surfaces/projects/index.ts'
import { type Command, exit } from './command.ts'
import { pickCompany } from './projects.ts'
import { withAuditedStore } from './with-store.ts'

/** Makes a console account. The password is asked for, never an argument: arguments are visible to every process. */
export const createUserCommand: Command = {
  settings: true,
  details: 'The password is asked for without echo, or read as the first line of standard input.',
  options: [
    { flag: '--email', value: 'ADDRESS', meaning: 'The address to sign in with.', required: true },
    { flag: '--name', value: 'NAME', meaning: 'The person’s name; the address unless given.' },
    { flag: '--role', value: 'ROLE', meaning: `One of ${roles.join(', ')}; owner unless given.` },
    { flag: '--company', value: 'ID|NAME', meaning: 'The company; may be left out while there is only one.' },
  ],
  run: async ({ config: read, option, terminal }) => {
    const config = read()
    const email = option('--email') ?? ''
    const password = await terminal.readSecret(`Password for ${email}: `)
    const user = await withAuditedStore(config, async (store) =>
      createUser(store, {
        companyId: (await pickCompany(store.read, option('--company'))).id,
        email,
        name: option('--name') ?? email,
        role: option('--role') ?? 'owner',
        password,
      }),
    )
    terminal.out(`${user.id}  ${user.email}  ${user.role}`)
    return exit.ok
  },
}
