/**
 * How a domain is set up for mail: who takes it, who may send in its name, and how the way is protected; a score of that, with
 * what to do. Uses the engines of the protocols, and pays through credits. Start at check.ts, then measure.ts.
 */
export { type MailTls, type MailTlsDeps, createMailTls } from './mail-tls.ts'
export type { InfrastructureDeps } from './measure.ts'
export { infrastructureRoutes } from './routes.ts'
