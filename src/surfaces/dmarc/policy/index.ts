/**
 * What a policy would have done to the mail of a domain, and which one is safe next, from rollups and the DNS history. The
 * decisions are in deliverability/policy. Start at load-mail.ts.
 */
export { PolicyAdvice } from './contract.ts'
export { loadMail } from './load-mail.ts'
export { presentAdvice } from './present.ts'
export { type PolicyRouteDeps, policyRoutes } from './routes.ts'
