import { Elysia } from 'elysia'
import type { Config } from '../../platform/config/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import type { AccountMail } from './account-mail.ts'
import { accountRoutes } from './account/routes.ts'
import { linkPages } from './links/routes.ts'
import { memberRoutes } from './members/routes.ts'

export interface AccountPageDeps {
  store: Store
  config: Pick<Config, 'baseUrl' | 'appUrl'>
  log: Log
  mail: AccountMail | undefined
}

/** /account, /members, and the pages behind links to invitations and new passwords. */
export function accountPages(deps: AccountPageDeps) {
  return new Elysia().use(accountRoutes(deps)).use(memberRoutes(deps)).use(linkPages(deps))
}
