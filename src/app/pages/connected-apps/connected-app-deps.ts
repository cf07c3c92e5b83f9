import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Send } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'

export interface ConnectedAppDeps {
  http: Pick<Http, 'clientQuota'>
  store: Store
  config: Pick<Config, 'baseUrl' | 'appUrl'>
  log: Log
  vault: Vault
  /** Fetches the metadata of clients whose id is a URL. */
  send: Send
}
