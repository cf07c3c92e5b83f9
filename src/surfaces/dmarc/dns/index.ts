/**
 * What sending domains publish: the verification of the DMARC record and of its report addresses, and the history of
 * records and plans. Start at check-domain.ts.
 */
export { type CheckDeps, checkDomain } from './check-domain.ts'
export { DmarcPlan } from './contract.ts'
export { type PlanRow, deletePlans, insertPlan, selectPlan, updatePlan } from './plan-store.ts'
export { presentPlan } from './plans.ts'
export { dnsHistoryRoutes } from './routes.ts'
export { type HistoryRow, selectLatest } from './store.ts'
export { resolverOf } from './verify.ts'
