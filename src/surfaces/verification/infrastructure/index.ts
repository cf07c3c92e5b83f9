/**
 * Checks the mail setup of a domain: mail hosts, authorized senders and transport security, with a score and remedies.
 * Uses the protocol modules of deliverability and costs a credit. Start at check.ts, then measure.ts.
 */
export { type MailTls, type MailTlsDeps, createMailTls } from './mail-tls.ts'
export { presentChecks } from './check.ts'
export { checksSchema } from './checks-contract.ts'
export { type InfrastructureDeps, type MeasureDeps, measure } from './measure.ts'
export { infrastructureRoutes } from './routes.ts'
