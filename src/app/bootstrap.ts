import type { Config } from '../platform/config/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../platform/storage/index.ts'
import { createApiKey, createCompany, createProject, listCompanies, listUsers } from '../surfaces/projects/index.ts'
import { createSetupLink } from './accounts/index.ts'
import { checkSecret } from './secret-check.ts'
import { claimSetting } from './store.ts'

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
  }, underLocks)
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
