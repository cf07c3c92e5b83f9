import { roles } from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import {
  type User,
  changeRole,
  createUser,
  disableUser,
  enableUser,
  listCompanies,
  listUsers,
  removeUser,
  resetPassword,
  systemActor,
} from '../../surfaces/projects/index.ts'
import { deleteSessionsOf, removePasskeys, removeSecondFactor } from '../accounts/index.ts'
import { type Call, type Command, exit } from './command.ts'
import { readChoice } from './flag-values.ts'
import { printTable, printTime } from './print-table.ts'
import { pickCompany } from './projects.ts'
import { withAuditedStore, withStore } from './with-store.ts'

const passwordDetails = 'The password is read from a prompt without echo, or from the first line of standard input.'

/** Creates a console account. The password is prompted for, because all processes can read arguments. */
export const createUserCommand: Command = {
  settings: true,
  details: passwordDetails,
  options: [
    { flag: '--email', value: 'ADDRESS', meaning: 'Email address for signing in.', required: true },
    { flag: '--name', value: 'NAME', meaning: 'Full name; default the email address.' },
    { flag: '--role', value: 'ROLE', meaning: `One of ${roles.join(', ')}; default owner.` },
    { flag: '--company', value: 'ID|NAME', meaning: 'The company; may be left out while there is only one.' },
  ],
  run: async ({ config: read, option, terminal }) => {
    const config = read()
    const email = option('--email') ?? ''
    const role = readChoice('--role', option('--role') ?? 'owner', roles)
    const password = await terminal.readSecret(`Password for ${email}: `)
    const user = await withAuditedStore(config, async (store) =>
      createUser(store, {
        companyId: (await pickCompany(store.read, option('--company'))).id,
        email,
        name: option('--name') ?? email,
        role,
        password,
      }),
    )
    terminal.out(`${user.id}  ${user.email}  ${user.role}`)
    return exit.ok
  },
}

/** Lists the accounts of all companies. */
export const listUsersCommand: Command = {
  settings: true,
  options: [{ flag: '--json', meaning: 'As JSON.' }],
  run: async ({ config, has, terminal }) => {
    const users = await withStore(config(), ({ read }) => listAll(read))
    terminal.out(has('--json') ? JSON.stringify(users.map(userJson)) : printTable(users.map(userRow), 'No accounts'))
    return exit.ok
  },
}

/** Sets a new password, for a user who forgot it. */
export const resetUserCommand: Command = {
  settings: true,
  operands: ['EMAIL'],
  details: `${passwordDetails} All sessions of the account end, and browsers that signed in before count as new ones.`,
  options: [
    { flag: '--second-factor', meaning: 'Also turn off two-factor sign-in, for a user who lost the app.' },
    {
      flag: '--passkeys',
      meaning: 'Also remove all passkeys, for a user who lost them, or whose account others may have used.',
    },
  ],
  run: async ({ config: read, has, operands: [who = ''], terminal }) => {
    const config = read()
    const password = await terminal.readSecret(`New password for ${who}: `)
    const also = async (db: Db, { companyId, id }: User) => {
      await deleteSessionsOf(db, id)
      if (has('--second-factor')) await removeSecondFactor(db, { userId: id, companyId, actor: systemActor })
      if (has('--passkeys')) await removePasskeys(db, { userId: id, companyId, actor: systemActor })
    }
    const user = await withAuditedStore(config, (store) => resetPassword(store, { who, password, also }))
    terminal.out(`${user.email} has a new password; its sessions have ended`)
    if (user.disabledAt !== null) terminal.err(`The account is disabled. svc users enable ${user.email} enables it.`)
    return exit.ok
  },
}

export const changeRoleCommand: Command = {
  settings: true,
  operands: ['EMAIL', 'ROLE'],
  details: `ROLE is one of ${roles.join(', ')}. The change takes effect with the next page. The last enabled owner keeps that role.`,
  run: (call) =>
    change(
      call,
      (db, [who = '', role = '']) => changeRole(db, who, readChoice('ROLE', role, roles)),
      (user) => `is ${user.role}`,
    ),
}

/** Disables sign-in of an account and ends its sessions. */
export const disableUserCommand: Command = {
  settings: true,
  operands: ['EMAIL'],
  details: 'Its sessions end immediately. API keys that this user created keep working; svc keys revoke revokes them.',
  run: (call) =>
    change(
      call,
      async (db, [who = '']) => {
        const user = await disableUser(db, who)
        await deleteSessionsOf(db, user.id)
        return user
      },
      () => 'is disabled; its sessions have ended',
    ),
}

export const enableUserCommand: Command = {
  settings: true,
  operands: ['EMAIL'],
  run: (call) =>
    change(
      call,
      (db, [who = '']) => enableUser(db, who),
      () => 'can sign in',
    ),
}

export const removeUserCommand: Command = {
  settings: true,
  operands: ['EMAIL'],
  details: 'The account and its sessions are deleted permanently. Its audit log entries remain.',
  run: (call) =>
    change(
      call,
      (db, [who = '']) => removeUser(db, who),
      () => 'is removed',
    ),
}

async function change(
  { config, operands, terminal }: Call,
  work: (db: Db, operands: readonly string[]) => Promise<User>,
  outcome: (user: User) => string,
): Promise<number> {
  const user = await withAuditedStore(config(), (store: Store) => store.tx((db) => work(db, operands), underLocks))
  terminal.out(`${user.email} ${outcome(user)}`)
  return exit.ok
}

async function listAll(db: Db): Promise<User[]> {
  const users = await Promise.all((await listCompanies(db)).map(({ id }) => listUsers(db, id)))
  return users.flat()
}

function userRow(user: User): Record<string, string> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    state: user.disabledAt === null ? 'active' : 'disabled',
    'last sign-in': printTime(user.lastSignInAt, 'never'),
  }
}

function userJson(user: User): Record<string, unknown> {
  return {
    id: user.id,
    company_id: user.companyId,
    email: user.email,
    name: user.name,
    role: user.role,
    disabled_at: user.disabledAt === null ? null : printTime(user.disabledAt, ''),
    created_at: printTime(user.createdAt, ''),
    last_sign_in_at: user.lastSignInAt === null ? null : printTime(user.lastSignInAt, ''),
  }
}
