import { expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { createVault, hashKey } from '../../../src/platform/identity/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import {
  createApiKey,
  createCompany,
  createProject,
  createUser,
  findCompany,
  findProject,
  listApiKeys,
  listCompanies,
  listProjects,
  listUsers,
  revokeApiKey,
  setAllowedOrigins,
  setPlan,
  signIn,
} from '../../../src/surfaces/projects/index.ts'
import { eachDialect, evidenceOf } from '../../support/store.ts'

const vault = createVault('a secret for tests')
const password = 'a long and quiet river'

/** The code a call failed with, and the first issue's path or the detail. */
async function failure(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'no failure'
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [error.apiCode, error.context.issues?.[0]?.path].filter(Boolean).join(' ')
  }
}

async function seed(store: Store) {
  return store.tx(async (db) => {
    const company = await createCompany(db, { name: 'Acme' })
    const made = await createProject(db, vault, { companyId: company.id, name: 'Shop' })
    return { company, ...made }
  })
}

async function auditActions(store: Store): Promise<string[]> {
  const { auditLog } = store.read.tables
  const rows = await store.read.select().from(auditLog).orderBy(asc(auditLog.id))
  return rows.map(({ action }) => action)
}

eachDialect((_dialect, open) => {
  test('a project is made with plugin credentials, and its secret is kept sealed', async () => {
    const store = await open()
    const { company, project, pluginId, pluginSecret } = await seed(store)
    expect(pluginId).toMatch(/^svc_pk_[0-9a-f]{48}$/)
    expect(pluginSecret).toMatch(/^svc_sk_[0-9a-f]{48}$/)
    const [row] = await store.read.select().from(store.read.tables.projects)
    expect(row?.pluginSecret).not.toContain(pluginSecret)
    const context = { purpose: 'plugin secret', table: 'projects', row: project.id, project: project.id } as const
    expect(vault.open(row?.pluginSecret ?? '', context)).toBe(pluginSecret)
    expect(await findProject(store.read, project.id)).toEqual(project)
    expect(await listProjects(store.read)).toEqual([project])
    expect(await listProjects(store.read, 'com_none')).toEqual([])
    expect(await listCompanies(store.read)).toEqual([company])
    expect(JSON.stringify(project)).not.toContain('svc_sk_')
    expect(await auditActions(store)).toEqual(['company.created', 'project.created'])
  })

  test('a project needs its company, a name, and origins that browsers send', async () => {
    const store = await open()
    const { company } = await seed(store)
    const rows: [input: { companyId?: string; name?: string; allowedOrigins?: string[] }, code: string][] = [
      [{ companyId: 'com_none' }, 'PROJECT_NOT_FOUND'],
      [{ name: '  ' }, 'VALIDATION_FAILED /name'],
      [{ name: 'x'.repeat(201) }, 'VALIDATION_FAILED /name'],
      [{ name: 'a\u0000b' }, 'VALIDATION_FAILED /name'],
      [{ name: 'a\ud800b' }, 'VALIDATION_FAILED /name'],
      [{ allowedOrigins: ['https://ok.example', 'nonsense'] }, 'VALIDATION_FAILED /allowed_origins/1'],
    ]
    for (const [input, code] of rows) {
      const call = store.tx((db) => createProject(db, vault, { companyId: company.id, name: 'Blog', ...input }))
      expect(await failure(call)).toBe(code)
    }
    expect(await listProjects(store.read)).toHaveLength(1)
  })

  test('allowed origins are replaced as a whole', async () => {
    const store = await open()
    const { project } = await seed(store)
    await store.tx((db) => setAllowedOrigins(db, project.id, ['https://app.example']))
    expect((await findProject(store.read, project.id))?.allowedOrigins).toEqual(['https://app.example'])
    expect(await failure(store.tx((db) => setAllowedOrigins(db, project.id, ['x'])))).toBe(
      'VALIDATION_FAILED /allowed_origins/0',
    )
    expect(await failure(store.tx((db) => setAllowedOrigins(db, 'prj_none', [])))).toBe('PROJECT_NOT_FOUND')
  })

  test('a plan is set, and a word that is no plan is refused', async () => {
    const store = await open()
    const { company } = await seed(store)
    expect(company.plan).toBe('enterprise')
    await store.tx((db) => setPlan(db, company.id, 'pro'))
    expect((await findCompany(store.read, company.id))?.plan).toBe('pro')
    expect(await failure(store.tx((db) => setPlan(db, company.id, 'gold')))).toBe('VALIDATION_FAILED /plan')
    expect(await failure(store.tx((db) => setPlan(db, 'com_none', 'free')))).toBe('PROJECT_NOT_FOUND')
    expect(await auditActions(store)).toContain('company.plan_set')
  })

  test('an API key is shown once, kept as a hash, listed by its prefix and revoked for good', async () => {
    const store = await open()
    const { project } = await seed(store)
    const expiresAt = Date.now() + 60_000
    const { key, ...shown } = await store.tx((db) =>
      createApiKey(db, { projectId: project.id, name: 'Website', scopes: ['exports', 'templates:read'], expiresAt }),
    )
    expect(key).toMatch(/^svc_[0-9a-f]{48}$/)
    expect(shown).toMatchObject({ prefix: key.slice(0, 12), scopes: ['templates:read', 'exports'], expiresAt })
    const [row] = await store.read.select().from(store.read.tables.apiKeys)
    expect(row?.hash).toBe(hashKey(key))
    expect(JSON.stringify(row)).not.toContain(key)
    expect(await listApiKeys(store.read, project.id)).toEqual([shown])
    expect(await failure(store.tx((db) => revokeApiKey(db, 'prj_other', shown.id)))).toBe('KEY_NOT_FOUND')
    await store.tx((db) => revokeApiKey(db, project.id, shown.id))
    expect(await listApiKeys(store.read, project.id)).toEqual([])
    expect(await failure(store.tx((db) => revokeApiKey(db, project.id, shown.id)))).toBe('KEY_NOT_FOUND')
    expect((await auditActions(store)).slice(2)).toEqual(['api_key.created', 'api_key.revoked'])
  })

  test('a key that cannot be used is refused with the place of the fault', async () => {
    const store = await open()
    const { project } = await seed(store)
    const key = `svc_${'ab'.repeat(24)}`
    await store.tx((db) => createApiKey(db, { projectId: project.id, name: 'First', key }))
    const rows: [input: object, code: string][] = [
      [{ name: '' }, 'VALIDATION_FAILED /name'],
      [{ scopes: [] }, 'VALIDATION_FAILED /scopes'],
      [{ scopes: ['everything'] }, 'VALIDATION_FAILED /scopes'],
      [{ expiresAt: Date.now() - 1 }, 'VALIDATION_FAILED /expires_at'],
      [{ expiresAt: Number.NaN }, 'VALIDATION_FAILED /expires_at'],
      [{ key: 'svc_short' }, 'VALIDATION_FAILED /key'],
      [{ key: `svc_sk_${'ab'.repeat(24)}` }, 'VALIDATION_FAILED /key'],
      [{ key }, 'NAME_TAKEN'],
      [{ name: 'First' }, 'NAME_TAKEN'],
      [{ projectId: 'prj_none' }, 'PROJECT_NOT_FOUND'],
    ]
    for (const [input, code] of rows) {
      const call = store.tx((db) => createApiKey(db, { projectId: project.id, name: 'Second', ...input }))
      expect(await failure(call)).toBe(code)
    }
    const [only] = await listApiKeys(store.read, project.id)
    expect(only?.scopes).toEqual(['admin'])
  })

  test('a revoked key frees its name, and a hundred live ones are the limit even when made at once', async () => {
    const store = await open()
    const { project } = await seed(store)
    const make = (name: string) => store.tx((db) => createApiKey(db, { projectId: project.id, name }))
    const first = await make('Same')
    await store.tx((db) => revokeApiKey(db, project.id, first.id))
    await make('Same')
    const results = await Promise.allSettled(Array.from({ length: 103 }, (_, index) => make(`Key ${index}`)))
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.apiCode)
    expect(refused).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED'])
    expect(await listApiKeys(store.read, project.id)).toHaveLength(100)
  })

  test('two parallel calls cannot make two keys of one name', async () => {
    const store = await open()
    const { project } = await seed(store)
    const make = () => store.tx((db) => createApiKey(db, { projectId: project.id, name: 'Twin' }))
    const results = await Promise.allSettled([make(), make(), make()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an account is made once per address, however it is written', async () => {
    const store = await open()
    const { company } = await seed(store)
    const ada = { companyId: company.id, email: ' Ada@Example.com ', name: 'Ada', role: 'owner', password }
    const user = await createUser(store, ada)
    expect(user).toMatchObject({ email: 'ada@example.com', role: 'owner', lastSignInAt: null })
    expect(JSON.stringify(user)).not.toContain('argon2')
    expect(await listUsers(store.read, company.id)).toEqual([user])
    const rows: [input: object, code: string][] = [
      [{}, 'NAME_TAKEN'],
      [{ email: 'not an address' }, 'VALIDATION_FAILED /email'],
      [{ email: 'a@b@c.example' }, 'VALIDATION_FAILED /email'],
      [{ email: `${'a'.repeat(65)}@example.com` }, 'VALIDATION_FAILED /email'],
      [{ email: 'bob@example.com', role: 'king' }, 'VALIDATION_FAILED /role'],
      [{ email: 'bob@example.com', name: '' }, 'VALIDATION_FAILED /name'],
      [{ email: 'bob@example.com', password: 'short' }, 'VALIDATION_FAILED /password'],
      [{ email: 'bob@example.com', companyId: 'com_none' }, 'PROJECT_NOT_FOUND'],
    ]
    for (const [input, code] of rows) {
      expect(await failure(createUser(store, { ...ada, ...input }))).toBe(code)
    }
    expect(await listUsers(store.read, company.id)).toHaveLength(1)
  })

  test('only the right password signs in, and the moment is kept', async () => {
    const store = await open()
    const evidence = evidenceOf(store)
    const { company } = await seed(store)
    await createUser(store, { companyId: company.id, email: 'ada@example.com', name: 'Ada', role: 'owner', password })
    const nowMs = 1_800_000_000_000
    const { user } = await signIn(store, evidence, { email: 'Ada@Example.com', password, ip: '127.0.0.1', nowMs })
    expect(user.lastSignInAt).toBe(nowMs)
    expect((await listUsers(store.read, company.id))[0]?.lastSignInAt).toBe(nowMs)
    for (const [email, wrong] of [
      ['ada@example.com', 'a long and quiet rivers'],
      ['ada@example.com', ''],
      ['ada@example.com', 'x'.repeat(100_000)],
      ['eve@example.com', password],
      ['', ''],
    ] as const) {
      expect(await failure(signIn(store, evidence, { email, password: wrong }))).toBe('SIGN_IN_FAILED')
    }
    await evidence.flush()
    const { auditLog } = store.read.tables
    const rows = await store.read.select().from(auditLog).orderBy(asc(auditLog.id))
    const failed = rows.filter(({ action }) => action === 'user.sign_in_failed')
    expect(failed.map(({ target, detail }) => [target, detail['count']])).toEqual([
      [user.id, 3],
      [null, 2],
    ])
    expect(JSON.stringify(failed)).not.toContain('example.com')
    expect(rows.map(({ action }) => action)).toContain('user.signed_in')
  })

  test('guessing is stopped after ten attempts, also in parallel, and only for the guesser', async () => {
    const store = await open()
    const evidence = evidenceOf(store)
    const { company } = await seed(store)
    await createUser(store, { companyId: company.id, email: 'ada@example.com', name: 'Ada', role: 'owner', password })
    const nowMs = 1_800_000_000_000
    const attempt = (word: string, ip: string, atMs = nowMs) =>
      failure(signIn(store, evidence, { email: 'ada@example.com', password: word, ip, nowMs: atMs }))
    const guesses = await Promise.all(Array.from({ length: 14 }, () => attempt('wrong wrong wrong', '192.0.2.1')))
    expect(guesses.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(10)
    expect(guesses.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(4)
    expect(await attempt(password, '192.0.2.1')).toBe('RATE_LIMIT_EXCEEDED')
    expect(await attempt(password, '192.0.2.2')).toBe('no failure')
    expect(await attempt(password, '192.0.2.1', nowMs + 15 * 60_000)).toBe('no failure')
    for (let guess = 1; guess <= 10; guess++) await attempt('wrong wrong wrong', `2001:db8::${guess}`)
    expect(await attempt(password, '2001:db8::b')).toBe('RATE_LIMIT_EXCEEDED')
    expect(await attempt(password, '2001:db8:0:1::b')).toBe('no failure')
  })

  test('a browser that somebody signed in with before is let in while strangers guess', async () => {
    const store = await open()
    const evidence = evidenceOf(store)
    const { company } = await seed(store)
    for (const email of ['ada@example.com', 'bob@example.com'])
      await createUser(store, { companyId: company.id, email, name: email, role: 'owner', password })
    const nowMs = 1_800_000_000_000
    const ada = { email: 'ada@example.com', password, nowMs }
    const { browserToken } = await signIn(store, evidence, ada)
    await store.tx(async (db) => {
      const { rateCounters } = db.tables
      await db.update(rateCounters).set({ count: 100 })
    })
    expect(await failure(signIn(store, evidence, { ...ada, ip: '192.0.2.7' }))).toBe('RATE_LIMIT_EXCEEDED')
    for (const token of [`${browserToken}x`, `0${browserToken}`, '.', browserToken.split('.')[0] ?? ''])
      expect(await failure(signIn(store, evidence, { ...ada, browserToken: token }))).toBe('RATE_LIMIT_EXCEEDED')
    const again = await signIn(store, evidence, { ...ada, ip: '192.0.2.7', browserToken })
    // The browser of one account says nothing of another, and guesses in it are counted as well.
    const bob = { ...ada, email: 'bob@example.com', password: 'wrong wrong wrong', browserToken: again.browserToken }
    for (let guess = 1; guess <= 10; guess++) expect(await failure(signIn(store, evidence, bob))).toBe('SIGN_IN_FAILED')
    expect(await failure(signIn(store, evidence, bob))).toBe('RATE_LIMIT_EXCEEDED')
    const wrong = { ...ada, password: 'wrong wrong wrong', browserToken: again.browserToken }
    for (let guess = 1; guess <= 10; guess++)
      expect(await failure(signIn(store, evidence, wrong))).toBe('SIGN_IN_FAILED')
    expect(await failure(signIn(store, evidence, wrong))).toBe('RATE_LIMIT_EXCEEDED')
  })
})
