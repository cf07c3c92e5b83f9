import type { Config } from '../platform/config/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import type { Db, Store } from '../platform/storage/index.ts'
import { createApiKey, createCompany, createProject, listCompanies, listUsers } from '../surfaces/projects/index.ts'
import { createSetupLink } from './accounts/index.ts'
import { claimSetting, selectSetting } from './store.ts'

/** What a first start made and shows once; nothing here can be read again later. */
export interface FirstStart {
  /** Undefined when the operator gave the key. */
  apiKey: string | undefined
  pluginId: string
  pluginSecret: string
}

/** What a start found or made. `setupToken` is there as long as nobody has an account. */
export interface Bootstrapped {
  firstStart: FirstStart | undefined
  setupToken: string | undefined
}

/**
 * Prepares an empty store: company and project `Default`, plugin credentials, an API key. Replicas that start at once
 * do it once. Refuses a secret other than the one the store was sealed with, before anything is answered wrongly.
 */
export async function bootstrap(
  store: Store,
  vault: Vault,
  config: Pick<Config, 'plan' | 'bootstrapApiKey'>,
): Promise<Bootstrapped> {
  return store.tx(async (db) => {
    await checkSecret(db, vault)
    const firstStart = (await claimSetting(db, 'first_start', { at: Date.now() }))
      ? await fillStore(db, vault, config)
      : undefined
    const [company] = await listCompanies(db)
    const hasAccounts = company === undefined || (await listUsers(db, company.id)).length > 0
    return { firstStart, setupToken: hasAccounts ? undefined : await createSetupLink(db) }
  })
}

async function fillStore(db: Db, vault: Vault, config: Pick<Config, 'plan' | 'bootstrapApiKey'>): Promise<FirstStart> {
  const company = await createCompany(db, { name: 'Default', plan: config.plan })
  const { project, pluginId, pluginSecret } = await createProject(db, vault, { companyId: company.id, name: 'Default' })
  const given = config.bootstrapApiKey
  const { key } = await createApiKey(db, {
    projectId: project.id,
    name: 'Default',
    ...(given === undefined ? {} : { key: given }),
  })
  return { apiKey: given === undefined ? key : undefined, pluginId, pluginSecret }
}

const sealedWord = 'the secret of this store'

// Whoever writes the row first decides on the secret; every start after that must be able to open it.
async function checkSecret(db: Db, vault: Vault): Promise<void> {
  if (await claimSetting(db, 'secret_check', { signature: vault.sign(sealedWord) })) return
  await requireSecret(db, vault)
}

/** Throws an Error that says what to do when the store was made with another secret, or by no server yet. */
export async function requireSecret(db: Db, vault: Pick<Vault, 'verify'>): Promise<void> {
  const check = await selectSetting(db, 'secret_check')
  const signature = typeof check === 'object' && check !== null && 'signature' in check ? check.signature : undefined
  if (typeof signature === 'string' && vault.verify(sealedWord, signature)) return
  throw new Error(
    'This store was made with another secret. Give the same SVC_SECRET, or the data directory that holds the file “secret”.',
  )
}
