import { Elysia } from 'elysia'
import { commentRoutes } from './comments/routes.ts'
import { type ReviewLinkDeps, linkRoutes } from './links/routes.ts'
import { requestRoutes } from './requests/routes.ts'

export type ReviewDeps = ReviewLinkDeps

/** Reviews of drafts, comments on them, and links for reviewers without an account. */
export function reviewRoutes(deps: ReviewDeps) {
  return new Elysia({ normalize: false }).use(requestRoutes(deps)).use(linkRoutes(deps)).use(commentRoutes(deps))
}
