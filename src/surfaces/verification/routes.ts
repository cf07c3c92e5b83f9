import { Elysia } from 'elysia'
import type { Http } from '../../platform/http/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { creditRoutes } from './credits/index.ts'

export interface VerificationRouteParts {
  http: Http
  store: Store
}

/** The routes of the verification surface. */
export function verificationRoutes(parts: VerificationRouteParts) {
  return new Elysia({ normalize: false }).use(creditRoutes(parts))
}
