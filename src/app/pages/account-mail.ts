import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Mailer } from '../../platform/mail/index.ts'
import { html } from './html.ts'

/** Sends links of accounts; undefined without outgoing mail. */
export interface AccountMail {
  /** True if the mail server accepted the message. */
  sendInvitation(to: string, link: { url: string; inviter: string }): Promise<boolean>
  sendReset(to: string, url: string): Promise<boolean>
}

/**
 * The links are credentials that are stored as hashes only, so they are sent at once and never wait in a queue: a message
 * that fails has to be requested again.
 */
export function createAccountMail(mailer: Pick<Mailer, 'send'> | undefined): AccountMail | undefined {
  if (mailer === undefined) return undefined
  const send = async (to: string, message: LinkMessage) => {
    const { status } = await mailer.send(
      { to, id: createId('request'), ...print(message) },
      new AbortController().signal,
    )
    return status === 'sent'
  }
  return {
    sendInvitation: (to, { inviter, url }) =>
      send(to, {
        subject: 'You are invited to svc',
        lead: `${inviter} invites you to the email templates at ${new URL(url).host}.`,
        action: 'Accept the invitation',
        url,
        note: `The link works once, within ${limits.invitationDays} days. If you do not know the sender, ignore this message.`,
      }),
    sendReset: (to, url) =>
      send(to, {
        subject: 'Set a new password for svc',
        lead: `A new password was requested for your account at ${new URL(url).host}.`,
        action: 'Set a new password',
        url,
        note: `The link works once, within ${limits.resetLinkMinutes} minutes. If you did not request it, ignore this message: your password stays as it is.`,
      }),
  }
}

interface LinkMessage {
  subject: string
  lead: string
  action: string
  url: string
  note: string
}

function print({ action, lead, note, subject, url }: LinkMessage): { subject: string; text: string; html: string } {
  return {
    subject,
    text: `${lead}\n\n${action}:\n${url}\n\n${note}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${subject}</title>
        </head>
        <body>
          <p>${lead}</p>
          <p><a href="${url}">${action}</a></p>
          <p>${note}</p>
        </body>
      </html> `.markup,
  }
}
