import { type Scope, scopes } from '../../platform/identity/index.ts'
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../surfaces/projects/index.ts'
import { type Command, type Option, exit } from './command.ts'
import { readChoice, readTime } from './flag-values.ts'
import { pickProject } from './pick-project.ts'
import { printTable, printTime } from './print-table.ts'
import { withAuditedStore, withStore } from './with-store.ts'
import { underLocks } from '../../platform/storage/index.ts'

const project: Option = {
  flag: '--project',
  value: 'ID|NAME',
  meaning: 'The project; may be left out while there is only one.',
}
const json: Option = { flag: '--json', meaning: 'As JSON.' }

/** Creates an API key and prints it once; it cannot be read again. */
export const createKeyCommand: Command = {
  settings: true,
  details: `Scopes: ${scopes.join(', ')}. admin, which is the default, implies all others.`,
  options: [
    { flag: '--name', value: 'NAME', meaning: 'What the key is for; unique among the project’s keys.', required: true },
    { flag: '--scopes', value: 'A,B', meaning: 'What the key may do.' },
    { flag: '--expires', value: 'TIME', meaning: 'ISO 8601 expiry time; default never.' },
    project,
    json,
  ],
  run: async ({ config, option, has, terminal }) => {
    const expiresAt = readTime('--expires', option('--expires'))
    const given = option('--scopes')
    const scopesOfKey = given === undefined ? {} : { scopes: readScopes(given) }
    const made = await withAuditedStore(config(), (store) =>
      store.tx(
        async (db) =>
          createApiKey(db, {
            projectId: (await pickProject(db, option('--project'))).id,
            name: option('--name') ?? '',
            ...scopesOfKey,
            ...(expiresAt === undefined ? {} : { expiresAt }),
          }),
        underLocks,
      ),
    )
    if (has('--json')) terminal.out(JSON.stringify({ ...keyJson(made), key: made.key }))
    else {
      terminal.out(made.key)
      terminal.err(`Scopes of key ${made.id}: ${made.scopes.join(', ')}. The key cannot be shown again.`)
    }
    return exit.ok
  },
}

/** Lists keys by their prefix. */
export const listKeysCommand: Command = {
  settings: true,
  options: [project, json],
  run: async ({ config, option, has, terminal }) => {
    const keys = await withStore(config(), async (store) =>
      listApiKeys(store.read, (await pickProject(store.read, option('--project'))).id),
    )
    terminal.out(has('--json') ? JSON.stringify(keys.map(keyJson)) : printTable(keys.map(keyRow), 'No keys'))
    return exit.ok
  },
}

export const revokeKeyCommand: Command = {
  settings: true,
  operands: ['KEY_ID'],
  details: 'Running servers refuse the key within seconds.',
  options: [project],
  run: async ({ config, option, operands, terminal }) => {
    const revoked = await withAuditedStore(config(), (store) =>
      store.tx(async (db) => revokeApiKey(db, (await pickProject(db, option('--project'))).id, operands[0] ?? '')),
    )
    terminal.out(`Revoked ${revoked.id} (${revoked.name})`)
    return exit.ok
  },
}

function keyRow(key: ApiKey): Record<string, string> {
  return {
    id: key.id,
    name: key.name,
    key: `${key.prefix}…`,
    scopes: key.scopes.join(','),
    expires: printTime(key.expiresAt, 'never'),
    'last used': printTime(key.lastUsedAt, 'never'),
  }
}

function keyJson(key: ApiKey) {
  return {
    id: key.id,
    project_id: key.projectId,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    expires_at: key.expiresAt === null ? null : printTime(key.expiresAt, ''),
    last_used_at: key.lastUsedAt === null ? null : printTime(key.lastUsedAt, ''),
    created_at: printTime(key.createdAt, ''),
  }
}

function readScopes(list: string): Scope[] {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '').map((name) => readChoice('--scopes', name, scopes))
}
