/**
 * What the owners of an installation see and steer in the console: jobs, storage, checks, settings and the audit log. The commands of
 * the same names use the same functions. Start at routes.ts.
 */
export type { InstallationCheck } from './contract.ts'
export { isOperator } from './operator.ts'
export { type OperationsDeps, operationsRoutes } from './routes.ts'
