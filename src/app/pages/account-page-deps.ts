import type { Config } from '../../platform/config/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import type { AccountMail } from './account-mail.ts'

export interface AccountPageDeps {
  store: Store
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'oidc'>
  log: Log
  vault: Vault
  mail: AccountMail | undefined
}
