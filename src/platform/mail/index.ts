/**
 * Outgoing mail through the SMTP server of the operator: notifications of the service, one message per recipient. Imports
 * config for the server, net for connections, metrics and limits. Start at mailer.ts.
 */
export { type MailMessage, type Mailer, type MailerDeps, createMailer } from './mailer.ts'
export type { MailOutcome } from './outcome.ts'
