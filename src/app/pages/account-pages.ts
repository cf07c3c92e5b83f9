import { Elysia } from 'elysia'
import type { AccountPageDeps } from './account-page-deps.ts'
import { accountRoutes } from './account/routes.ts'
import { linkPages } from './links/routes.ts'
import { memberRoutes } from './members/routes.ts'

/** /account, /members, and the pages behind links to invitations and new passwords. */
export function accountPages(deps: AccountPageDeps) {
  return new Elysia().use(accountRoutes(deps)).use(memberRoutes(deps)).use(linkPages(deps))
}
