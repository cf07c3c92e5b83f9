import { Elysia } from 'elysia'
import { groupResourceRoutes } from './group/routes.ts'
import { type GroupLinkDeps, groupLinkRoutes } from './links/routes.ts'

export type GroupRouteDeps = GroupLinkDeps

export function groupRoutes(deps: GroupRouteDeps) {
  return new Elysia({ normalize: false }).use(groupResourceRoutes(deps)).use(groupLinkRoutes(deps))
}
