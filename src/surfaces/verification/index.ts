/**
 * Email verification: checks whether mail to an address arrives, and meters the cost. Queries DNS and mail servers through
 * platform/net, evaluates with the deliverability modules, and stores no addresses, only keyed hashes of them.
 * The app mounts the routes and runs the housekeeping. Start at routes.ts, then metered/, verifier/ and credits/.
 */
export { type BatchDeps, batchHandler, purgeBatches, verifyBatchJob } from './batch/index.ts'
export { returnForgottenHolds } from './credits/index.ts'
export {
  type MailTls,
  type MailTlsDeps,
  type MeasureDeps,
  checksSchema,
  createMailTls,
  measure,
  presentChecks,
} from './infrastructure/index.ts'
export { purgeFeedback } from './feedback/index.ts'
export { purgeListEntries } from './list-entries/index.ts'
export { purgeProbing } from './probing/index.ts'
export { createHash, purgeCache } from './cache/index.ts'
export { type DomainSources, createDomainSources } from './domain-sources/index.ts'
export { type VerificationRouteDeps, verificationRoutes } from './routes.ts'
export { createMeteredVerifier } from './metered/index.ts'
export {
  type BlockLists,
  type Verifier,
  type VerifierDeps,
  createVerifier,
  hasGravatar,
  presentInvalid,
  presentResult,
} from './verifier/index.ts'
