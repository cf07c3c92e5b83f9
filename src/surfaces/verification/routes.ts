import { Elysia } from 'elysia'
import { limits } from '../../kernel/limits.ts'
import type { Http } from '../../platform/http/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { type BatchRouteDeps, batchRoutes } from './batch/index.ts'
import { type BlacklistDeps, blacklistRoutes } from './blacklist/index.ts'
import { creditRoutes } from './credits/index.ts'
import type { MeteredVerifier } from './metered/index.ts'
import { type FinderDeps, finderRoutes } from './finder/index.ts'
import {
  type InfrastructureDeps,
  type MailTlsDeps,
  createMailTls,
  infrastructureRoutes,
} from './infrastructure/index.ts'
import { intelligenceRoutes } from './intelligence/index.ts'
import type { DomainSources } from './domain-sources/index.ts'
import { feedbackRoutes } from './feedback/index.ts'
import { listEntryRoutes } from './list-entries/index.ts'
import { singleRoutes } from './single/index.ts'
import { spamTrapRoutes } from './spam-trap/index.ts'

export interface VerificationRouteDeps
  extends
    BlacklistDeps,
    Omit<InfrastructureDeps, 'mailTls'>,
    Omit<FinderDeps, 'takeSearch'>,
    Pick<BatchRouteDeps, 'baseUrl' | 'perMinute' | 'sweep' | 'vault' | 'refusalOf'> {
  http: Http
  store: Store
  meteredVerifier: MeteredVerifier
  domainSources: DomainSources
  mailTls: MailTlsDeps
  /** True if a Gravatar server is configured. */
  canQueryGravatar: boolean
}

export function verificationRoutes(parts: VerificationRouteDeps) {
  const takeSearch = parts.http.quota('finder', { requests: limits.finderSearchesPerDay, seconds: 86_400 })
  return new Elysia({ normalize: false })
    .use(singleRoutes(parts))
    .use(listEntryRoutes(parts))
    .use(feedbackRoutes(parts))
    .use(spamTrapRoutes(parts))
    .use(blacklistRoutes(parts))
    .use(batchRoutes(parts))
    .use(infrastructureRoutes({ ...parts, mailTls: createMailTls(parts.mailTls) }))
    .use(finderRoutes({ ...parts, takeSearch }))
    .use(intelligenceRoutes(parts))
    .use(creditRoutes(parts))
}
