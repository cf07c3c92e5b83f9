import type { Config } from '../platform/config/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../platform/storage/index.ts'
import { createApiKey, createCompany, createProject, listCompanies, listUsers } from '../surfaces/projects/index.ts'
import { createSetupLink } from './accounts/index.ts'
import { checkSecret } from './secret-check.ts'
import { claimSetting } from './store.ts'

/** Credentials of the first start, shown once; they cannot be read again. */
export interface FirstStart {
  /** Undefined if the key is configured. */
  apiKey: string | undefined
  pluginId: string
  pluginSecret: string
}

/** `setupToken` is defined until the first account exists. */
export interface Bootstrapped {
  firstStart: FirstStart | undefined
  setupToken: string | undefined
}

/**
 * Prepares an empty store: company and project `Default`, plugin credentials, an API key. Concurrent replicas do this once.
 * Rejects a secret other than the one with which the store was sealed, before any request is served.
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
