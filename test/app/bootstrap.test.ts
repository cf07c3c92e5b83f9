import { expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasSetupLink, useSetupLink } from '../../src/app/accounts/index.ts'
import { bootstrap } from '../../src/app/bootstrap.ts'
import { withInstanceSecret } from '../../src/app/instance-secret.ts'
import { readConfig } from '../../src/platform/config/index.ts'
import { createAuthenticator, createVault } from '../../src/platform/identity/index.ts'
import { createUser, listApiKeys, listCompanies, listProjects } from '../../src/surfaces/projects/index.ts'
import { eachDialect, temporaryDirectory } from '../support/store.ts'

const vault = createVault('a secret of at least thirty-two characters')
const plain = { plan: 'pro', bootstrapApiKey: undefined } as const

eachDialect((_dialect, open) => {
  test('an empty store gets a company, a project with credentials, a key that works and a setup link', async () => {
    const store = await open()
    const { firstStart, setupToken } = await bootstrap(store, vault, plain)
    expect(await listCompanies(store.read)).toMatchObject([{ name: 'Default', plan: 'pro' }])
    expect(await listProjects(store.read)).toMatchObject([{ name: 'Default', pluginId: firstStart?.pluginId }])
    expect(await createAuthenticator(store).authenticate(firstStart?.apiKey ?? '')).toMatchObject({ scopes: ['admin'] })
    expect(setupToken).toMatch(/^[\w-]{43}$/)
  })

  test('a second start makes nothing, and offers a new link only while nobody has an account', async () => {
    const store = await open()
    const first = await bootstrap(store, vault, plain)
    const second = await bootstrap(store, vault, plain)
    expect(second.firstStart).toBeUndefined()
    expect(second.setupToken).not.toBe(first.setupToken)
    const [company] = await listCompanies(store.read)
    const account = { email: 'ada@example.com', name: 'Ada', role: 'owner', password: 'four unrelated words here' }
    await createUser(store, { companyId: company?.id ?? '', ...account })
    expect((await bootstrap(store, vault, plain)).setupToken).toBeUndefined()
  })

  test('replicas that start at once do it once', async () => {
    const store = await open()
    const starts = await Promise.all(Array.from({ length: 6 }, () => bootstrap(store, vault, plain)))
    expect(starts.filter(({ firstStart }) => firstStart !== undefined)).toHaveLength(1)
    expect(await listProjects(store.read)).toHaveLength(1)
  })

  test('every replica’s link makes the first account, and one of them does', async () => {
    const store = await open()
    const tokens: string[] = []
    for (let replica = 0; replica < 3; replica++) tokens.push((await bootstrap(store, vault, plain)).setupToken ?? '')
    const uses = tokens.map((token, n) =>
      useSetupLink(store, { token, email: `ada${n}@example.com`, name: 'Ada', password: 'four unrelated words here' }),
    )
    const made = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled')
    expect(made).toHaveLength(1)
    expect(await Promise.all(tokens.map((token) => hasSetupLink(store.read, token)))).toEqual([false, false, false])
  })

  test('a key given by the operator is installed and not shown', async () => {
    const store = await open()
    const key = `svc_${'0123456789abcdef'.repeat(3)}`
    const { firstStart } = await bootstrap(store, vault, { plan: 'free', bootstrapApiKey: key })
    expect(firstStart?.apiKey).toBeUndefined()
    const [project] = await listProjects(store.read)
    expect(await listApiKeys(store.read, project?.id ?? '')).toHaveLength(1)
    expect(await createAuthenticator(store).authenticate(key)).toMatchObject({ projectId: project?.id })
  })

  test('another secret than the one the store was made with is refused', async () => {
    const store = await open()
    await bootstrap(store, vault, plain)
    const other = createVault('some other secret, also long enough to pass')
    expect(bootstrap(store, other, plain)).rejects.toThrow('This store was created with another secret')
  })
})

test('the secret is made once, readable by its owner only, and kept', () => {
  const config = readConfig({ environment: { SVC_DATA_DIR: join(temporaryDirectory(), 'deep', 'er') } })
  const { secret } = withInstanceSecret(config)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(config.dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(withInstanceSecret(config).secret).toBe(secret)
})

test('a given secret is used and nothing is written', () => {
  const given = 'x'.repeat(40)
  const config = readConfig({ environment: { SVC_DATA_DIR: '/proc/nothing-can-be-here', SVC_SECRET: given } })
  expect(withInstanceSecret(config).secret).toBe(given)
})

test('a damaged secret file stops the start instead of being replaced', () => {
  const dataDir = temporaryDirectory()
  withInstanceSecret(readConfig({ environment: { SVC_DATA_DIR: dataDir } }))
  writeFileSync(join(dataDir, 'secret'), 'half')
  expect(() => withInstanceSecret(readConfig({ environment: { SVC_DATA_DIR: dataDir } }))).toThrow(
    'does not contain a secret',
  )
})
