import { Elysia } from 'elysia'
import type { Http } from '../../platform/http/index.ts'
import type { AccountPageDeps } from './account-page-deps.ts'
import { accountRoutes } from './account/routes.ts'
import { memberRoutes } from './members/routes.ts'

/** Calls of the sections Account and Members of the console, mounted below `/v1`. */
export function accountCalls(deps: AccountPageDeps & { http: Http }) {
  return new Elysia({ normalize: false }).use(accountRoutes(deps)).use(memberRoutes(deps))
}
