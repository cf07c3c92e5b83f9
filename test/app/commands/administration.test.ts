import { describe, expect, test } from 'bun:test'
import { readdirSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { bootstrap } from '../../../src/app/bootstrap.ts'
import { withInstanceSecret } from '../../../src/app/instance-secret.ts'
import { createAuditKeys, useAuditKeys } from '../../../src/platform/audit/index.ts'
import { readConfig } from '../../../src/platform/config/index.ts'
import { createAuthenticator, createVault } from '../../../src/platform/identity/index.ts'
import { migrate, openStore } from '../../../src/platform/storage/index.ts'
import { hasSetupLink, openSession, readSession } from '../../../src/app/accounts/index.ts'
import { saveSetting } from '../../../src/app/store.ts'
import { signIn } from '../../../src/surfaces/projects/index.ts'
import { freePort } from '../../support/free-port.ts'
import { evidenceOf, temporaryDirectory } from '../../support/store.ts'
import { svc } from './command-line.ts'

/** A data directory after its first start. */
async function startedDirectory(): Promise<string> {
  const dataDir = temporaryDirectory()
  const config = withInstanceSecret(readConfig({ environment: { SVC_DATA_DIR: dataDir } }))
  const store = await openStore({ dataDir })
  await migrate(store)
  useAuditKeys(store.read, createAuditKeys([config.secret]))
  await bootstrap(store, createVault(config.secret), config)
  await store.close()
  return dataDir
}

describe('administration without a browser', () => {
  test('a key is made, works, is listed by its prefix and stops working when revoked', async () => {
    const dataDir = await startedDirectory()
    const where = ['--data-dir', dataDir]
    const made = await svc(['keys', 'create', '--name', 'Nightly', '--scopes', 'templates:read,exports', ...where])
    expect(made.code).toBe(0)
    const key = made.out.trim()
    expect(key).toMatch(/^svc_[0-9a-f]{48}$/)

    const store = await openStore({ dataDir })
    expect(await createAuthenticator(store).authenticate(key)).toMatchObject({ scopes: ['templates:read', 'exports'] })
    const listed = await svc(['keys', 'list', '--json', ...where])
    expect(listed.out).not.toContain(key)
    const row = (JSON.parse(listed.out) as { id: string; name: string; prefix: string }[]).find(
      ({ name }) => name === 'Nightly',
    )
    expect(key.startsWith(row?.prefix ?? 'nothing')).toBe(true)

    expect((await svc(['keys', 'revoke', row?.id ?? '', ...where])).code).toBe(0)
    expect(async () => createAuthenticator(store).authenticate(key)).toThrow()
    expect((await svc(['keys', 'revoke', row?.id ?? '', ...where])).code).toBe(1)
    await store.close()
  })

  for (const words of ['keys list', 'jobs stats', 'plan set free']) {
    test(`before the first start \`svc ${words}\` says what to do, and makes nothing`, async () => {
      const dataDir = temporaryDirectory()
      const { code, err } = await svc([...words.split(' '), '--data-dir', dataDir])
      expect([code, err]).toEqual([1, expect.stringContaining('svc serve makes one')])
      expect(readdirSync(dataDir)).toEqual([])
    })
  }

  test('the audit log is found as it was written, and a row that somebody changed is named', async () => {
    const dataDir = await startedDirectory()
    const where = ['--data-dir', dataDir]
    await svc(['keys', 'create', '--name', 'Nightly', '--scopes', 'exports', ...where])
    await svc(['keys', 'create', '--name', 'Weekly', '--scopes', 'exports', ...where])
    const whole = await svc(['audit', 'verify', ...where])
    expect([whole.code, whole.out]).toEqual([0, expect.stringMatching(/^\d+ rows in 2 chains, as they were written$/m)])

    const store = await openStore({ dataDir })
    const [row] = await store.tx(async (db) => {
      const triggers = await db.rows<{ name: string }>(
        sql`select name from sqlite_master where type = 'trigger' and tbl_name = 'audit_log'`,
      )
      for (const { name } of triggers) await db.script(`drop trigger ${name}`)
      return db.rows<{ id: string }>(
        sql`update audit_log set action = 'none.did' where at = (select max(at) from audit_log) returning id`,
      )
    })
    await store.close()
    const altered = await svc(['audit', 'verify', ...where])
    expect([altered.code, altered.out]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^altered \\w+ ${row?.id}: Row`, 'm')),
    ])
    expect(altered.out).toContain('The trigger audit_log_no_delete was dropped.')
    const { code, out } = await svc(['audit', 'verify', '--json', ...where])
    expect([code, JSON.parse(out)]).toEqual([
      1,
      expect.objectContaining({
        rows: expect.any(Number),
        broken: [{ id: row?.id, reason: 'altered' }],
        problems: expect.arrayContaining([expect.objectContaining({ kind: 'trigger', remedy: expect.any(String) })]),
      }),
    ])
  })

  test('the audit log is listed by what is looked for, and exported whole', async () => {
    const dataDir = await startedDirectory()
    const where = ['--data-dir', dataDir]
    await svc(['keys', 'create', '--name', '=1+1', '--scopes', 'exports', ...where])
    const listed = await svc(['audit', 'list', '--action', 'api_key.*', '--project', 'Default', '--json', ...where])
    const rows = JSON.parse(listed.out) as { id: string; at: string; action: string; detail: { name: string } }[]
    expect(rows.map(({ action, detail }) => [action, detail.name])).toEqual([
      ['api_key.created', '=1+1'],
      ['api_key.created', 'Default'],
    ])
    const count = async (...words: string[]) =>
      (JSON.parse((await svc(['audit', 'list', '--json', ...words, ...where])).out) as object[]).length
    const at = rows[0]?.at ?? ''
    expect([await count('--limit', '1'), await count('--since', at), await count('--actor', 'nobody')]).toEqual([
      1, 1, 0,
    ])
    expect(await count('--until', at)).toBe((await count()) - 1)
    expect(await count('--project', 'none')).toBe(1)
    expect(await count('--email', 'nobody@example.com')).toBe(0)
    expect((await svc(['audit', 'list', ...where])).out).toMatch(/^at +project +actor +action .*\n.*api_key\.created/)
    expect((await svc(['audit', 'list', '--since', 'yesterday', ...where])).code).toBe(2)

    const file = join(dataDir, 'audit.csv')
    expect((await svc(['audit', 'export', '--format', 'csv', '--out', file, ...where])).code).toBe(0)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect([lines[0]?.startsWith('id,seq,at,'), lines.length]).toEqual([true, 1 + (await count())])
    const again = await svc(['audit', 'export', '--out', file, ...where])
    expect([again.code, again.err]).toEqual([1, `svc: --out: ${file} exists; name a new file.\n`])
    const ndjson = (await svc(['audit', 'export', ...where])).out.trimEnd().split('\n')
    expect(JSON.parse(ndjson.at(-1) ?? '')).toEqual(rows[0])
  })

  test('commands that write the audit log refuse another secret, and none', async () => {
    const dataDir = await startedDirectory()
    const where = ['--data-dir', dataDir]
    const create = ['keys', 'create', '--name', 'Nightly', ...where]
    const other = await svc([...create, '--secret', 'another secret of thirty-two letters'])
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('another secret')])
    writeFileSync(join(dataDir, 'kept'), readFileSync(join(dataDir, 'secret')))
    rmSync(join(dataDir, 'secret'))
    for (const words of [create, ['audit', 'verify', ...where]]) {
      const { code, err } = await svc(words)
      expect([code, err]).toEqual([1, expect.stringContaining('Set its SVC_SECRET')])
    }
    expect(readdirSync(dataDir)).not.toContain('secret')
  })

  test('a time without zone is refused', async () => {
    const { code, err } = await svc([
      'keys',
      'create',
      '--name',
      'x',
      '--expires',
      '2027-01-31T00:00',
      '--data-dir',
      await startedDirectory(),
    ])
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('--expires must be a time such as 2027-01-31T00:00:00Z'),
    })
  })

  test('a second project asks every command which one is meant', async () => {
    const where = ['--data-dir', await startedDirectory()]
    const made = await svc([
      'projects',
      'create',
      '--name',
      'Shop',
      '--origins',
      'https://shop.example.com',
      '--json',
      ...where,
    ])
    expect(JSON.parse(made.out)).toMatchObject({
      name: 'Shop',
      plugin_id: expect.stringMatching(/^svc_pk_/),
      secret_key: expect.stringMatching(/^svc_sk_/),
    })
    expect((await svc(['projects', 'list', ...where])).out).toContain('Shop')
    expect((await svc(['keys', 'list', ...where])).err).toContain('Name one with --project')
    expect((await svc(['keys', 'list', '--project', 'Shop', ...where])).out).toBe('No keys\n')
  })

  test('an account takes its password from standard input, and weak ones are refused', async () => {
    const where = ['--data-dir', await startedDirectory()]
    const made = await svc(['users', 'create', '--email', 'Ada@Example.com', ...where], 'four unrelated words here')
    expect({ code: made.code, out: made.out }).toEqual({
      code: 0,
      out: expect.stringContaining('ada@example.com  owner'),
    })
    expect((await svc(['users', 'create', '--email', 'b@example.com', ...where], 'short')).err).toContain(
      'password: use at least 12',
    )
    expect((await svc(['users', 'create', '--email', 'b@example.com', '--password', 'x', ...where])).code).toBe(2)
  })

  test('the plan is set by name', async () => {
    const where = ['--data-dir', await startedDirectory()]
    expect((await svc(['plan', 'set', 'business', ...where])).out).toBe('Default is on business\n')
    expect((await svc(['plan', 'set', 'pro', '--company', 'Acme', ...where])).err).toBe(
      'svc: Company “Acme” not found. Use one of “Default”.\n',
    )
  })

  test('migrate tells what is pending, applies it once, and says so', async () => {
    const dataDir = temporaryDirectory()
    const where = ['--data-dir', dataDir]
    const nothing = await svc(['migrate', '--status', ...where])
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('There is no database')])
    writeFileSync(join(dataDir, 'svc.db'), '')
    const before = await svc(['migrate', '--status', ...where])
    expect({ code: before.code, out: before.out }).toEqual({ code: 1, out: expect.stringContaining('pending') })
    expect((await svc(['migrate', ...where])).out).toContain('Applied 0001')
    expect((await svc(['migrate', ...where])).out).toBe('No pending migrations\n')
    expect((await svc(['migrate', '--status', ...where])).code).toBe(0)
  })

  test('migrate changes nothing while a server has the data directory', async () => {
    const dataDir = temporaryDirectory()
    const server = await openStore({ dataDir, exclusive: true })
    const refused = await svc(['migrate', '--data-dir', dataDir])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Another svc server uses')])
    await migrate(server)
    expect((await svc(['migrate', '--data-dir', dataDir])).out).toBe('No pending migrations\n')
    await server.close()
  })

  test('settings come from a file under the same names', async () => {
    const folder = temporaryDirectory()
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'svc.toml')
    writeFileSync(file, `SVC_DATA_DIR = ${JSON.stringify(await startedDirectory())}\n`)
    expect((await svc(['projects', 'list', '--config', file])).out).toContain('Default')
  })
})

describe('a store that cannot be used', () => {
  test('a damaged database is told with what to do', async () => {
    const dataDir = await startedDirectory()
    const file = join(dataDir, 'svc.db')
    const bytes = readFileSync(file)
    // The first page says which tables there are; what they hold is gone.
    writeFileSync(file, bytes.fill(0xab, 4096))
    const { code, err } = await svc(['projects', 'list', '--data-dir', dataDir])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('svc: The database is damaged: replace it with a copy'),
    })
  })
})

describe('doctor', () => {
  test('says a line about everything, and nothing fails on a fresh directory', async () => {
    const words = [
      'doctor',
      '--json',
      '--config-origins',
      '--data-dir',
      temporaryDirectory(),
      '--dns-servers',
      '127.0.0.1:9',
      '--port',
      String(freePort()),
    ]
    const { code, out } = await svc(words)
    const { findings, settings } = JSON.parse(out) as {
      findings: { name: string; state: string }[]
      settings: { origin: string }[]
    }
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'configuration',
        'data directory',
        'disk space',
        'storage',
        'clock',
        'listener',
        'address',
        'DNS',
        'optional engines',
      ]),
    )
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([])
    expect(findings.find(({ name }) => name === 'DNS')?.state).toBe('warn')
    expect(settings).toContainEqual(expect.objectContaining({ name: 'SVC_DATA_DIR', origin: 'flag --data-dir' }))
    expect(code).toBe(0)
  })

  test('a data directory that cannot be one is a failure', async () => {
    const { code, out } = await svc([
      'doctor',
      '--data-dir',
      '/proc/svc',
      '--dns-servers',
      '127.0.0.1:9',
      '--port',
      String(freePort()),
    ])
    expect(code).toBe(1)
    expect(out).toMatch(/^fail {2}data directory: /m)
  })

  test('the probe tells whether the service answers', async () => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('ok') })
    const words = ['doctor', '--probe', '--port', String(server.port)]
    expect((await svc(words)).code).toBe(0)
    await server.stop(true)
    expect((await svc(words)).code).toBe(1)
  })

  test('setup-link prints a link that works, at the URL of the service, until there is an account', async () => {
    const where = ['--data-dir', await startedDirectory()]
    expect(await svc(['setup-link', ...where])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has not started') as unknown,
    })
    const store = await openStore(readConfig({ environment: { SVC_DATA_DIR: where[1] ?? '' } }))
    await store.tx((db) => saveSetting(db, 'console_url', 'http://127.0.0.2:4010'))
    const { code, out } = await svc(['setup-link', ...where])
    expect(code).toBe(0)
    const [, token = ''] = /^http:\/\/127\.0\.0\.2:4010\/setup\?token=([\w-]{43})\n$/.exec(out) ?? []
    expect(await hasSetupLink(store.read, token)).toBe(true)
    await store.close()
    await svc(['users', 'create', '--email', 'ada@example.com', ...where], 'four unrelated words here')
    expect((await svc(['setup-link', ...where])).err).toContain('There is an account already')
  })

  test('an account is listed, gets a new password and another role, and is disabled and removed', async () => {
    const where = ['--data-dir', await startedDirectory()]
    const words = 'four unrelated words here'
    for (const email of ['ada@example.com', 'bob@example.com'])
      await svc(['users', 'create', '--email', email, ...where], words)
    await svc(['users', 'role', 'bob@example.com', 'editor', ...where])
    const list = async () => {
      const users = JSON.parse((await svc(['users', 'list', '--json', ...where])).out) as Record<string, string>[]
      return users.map(({ disabled_at: disabled, email, role }) => [email, role, disabled === null])
    }
    expect(await list()).toEqual([
      ['ada@example.com', 'owner', true],
      ['bob@example.com', 'editor', true],
    ])
    expect((await svc(['users', 'list', ...where])).out).toMatch(
      /ada@example\.com +ada@example\.com +owner +active +never/,
    )

    const config = readConfig({ environment: { SVC_DATA_DIR: where[1] ?? '' } })
    const store = await openStore(config)
    useAuditKeys(store.read, createAuditKeys([withInstanceSecret(config).secret]))
    const evidence = evidenceOf(store)
    const enter = async (email: string, password: string) => {
      const { user } = await signIn(store, evidence, { email, password })
      return openSession(store, user.id)
    }
    const before = await enter('bob@example.com', words)
    expect((await svc(['users', 'reset', 'Bob@example.com', ...where], 'short')).err).toContain('at least')
    expect((await svc(['users', 'reset', 'Bob@example.com', ...where], 'four other words there')).code).toBe(0)
    expect(await readSession(store, before)).toBeUndefined()
    expect(async () => enter('bob@example.com', words)).toThrow()
    const session = await enter('bob@example.com', 'four other words there')
    expect((await readSession(store, session))?.role).toBe('editor')

    expect((await svc(['users', 'disable', 'bob@example.com', ...where])).out).toContain('its sessions have ended')
    expect(await readSession(store, session)).toBeUndefined()
    expect(async () => enter('bob@example.com', 'four other words there')).toThrow()
    expect((await svc(['users', 'enable', 'bob@example.com', ...where])).code).toBe(0)
    const last = await enter('bob@example.com', 'four other words there')

    for (const line of ['disable ada@example.com', 'remove ada@example.com', 'role ada@example.com admin']) {
      const { code, err } = await svc(['users', ...line.split(' '), ...where])
      expect([code, err]).toEqual([1, expect.stringContaining('is the only enabled owner')])
    }
    expect((await svc(['users', 'role', 'bob@example.com', 'king', ...where])).err).toContain(
      'ROLE must be one of owner',
    )
    expect((await svc(['users', 'remove', 'eve@example.com', ...where])).err).toContain('Account “eve@')
    expect((await svc(['users', 'remove', 'bob@example.com', ...where])).out).toBe('bob@example.com is removed\n')
    expect(await readSession(store, last)).toBeUndefined()
    expect(await list()).toEqual([['ada@example.com', 'owner', true]])
    await evidence.flush()
    await store.close()
    const { out } = await svc(['audit', 'list', '--action', 'user.*', '--json', ...where])
    const actions = (JSON.parse(out) as { action: string }[]).map(({ action }) => action)
    for (const action of ['password_reset', 'role_changed', 'disabled', 'enabled', 'removed'])
      expect(actions).toContain(`user.${action}`)
  })
})
