import { Elysia } from 'elysia'
import type { Http } from '../../platform/http/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { creditRoutes } from './credits/index.ts'
import { type Single, singleRoutes } from './single/index.ts'

export interface VerificationRouteParts {
  http: Http
  store: Store
  single: Single
}

/** The routes of the verification surface. */
export function verificationRoutes(parts: VerificationRouteParts) {
  return new Elysia({ normalize: false }).use(singleRoutes(parts)).use(creditRoutes(parts))
}
