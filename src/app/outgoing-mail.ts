import type { Config } from '../platform/config/index.ts'
import { type Mailer, type MailerDeps, createMailer } from '../platform/mail/index.ts'

export type OutgoingMailConfig = Pick<Config, 'outgoingMail' | 'inboundDomain' | 'verifyHelo'>

/** Undefined unless configured. */
export function openMailer(
  { inboundDomain, outgoingMail, verifyHelo: heloName }: OutgoingMailConfig,
  deps: Pick<MailerDeps, 'openSocket' | 'metrics'>,
): Mailer | undefined {
  return outgoingMail && createMailer({ ...outgoingMail, inboundDomain, heloName, ...deps })
}
