import type { Dice } from './dice.ts'

/** A service that sends for its customers: what it signs with, and how its hosts are named. */
export interface Service {
  readonly isKnown: boolean
  readonly signer: string
  readonly bounce: string
  readonly include: string
  readonly selector: string
  host(dice: Dice, index: number): string
}

// Names as in public documentation and in headers of received mail.
const rows: readonly (readonly [string, string, string, string])[] = [
  ['sendgrid.net', 'em.sendgrid.net', 'sendgrid.net', 'o#.ptr.sendgrid.net'],
  ['mailgun.org', 'mg.mailgun.org', 'mailgun.org', 'm#.mailgun.net'],
  ['amazonses.com', 'eu-west-1.amazonses.com', 'amazonses.com', 'a#-1.smtp-out.amazonses.com'],
  ['mtasv.net', 'pm.mtasv.net', 'spf.mtasv.net', 'mta#a-ib01.mtasv.net'],
  ['brevosend.com', 'r.d.sender-sib.com', 'spf.brevo.com', 'x#.d.sender-sib.com'],
  ['mailjet.com', 'bnc3.mailjet.com', 'spf.mailjet.com', 'o#.p8.mailjet.com'],
  ['mcsv.net', 'mail#.suw.rsgsv.net', 'servers.mcsv.net', 'mail#.suw11.mcdlv.net'],
  ['mandrillapp.com', 'mandrillapp.com', 'spf.mandrillapp.com', 'mail#.mandrillapp.com'],
  ['hubspotemail.net', 'bf01.hubspotemail.net', 'hubspotemail.net', 'a#.hubspotemail.net'],
  ['zendesk.com', 'zdsys.com', 'mail.zendesk.com', 'outbyoip#.pod17.zdsys.com'],
  ['salesforce.com', 'bnc.salesforce.com', '_spf.salesforce.com', 'smtp#-lon.mta.salesforce.com'],
  ['klaviyomail.com', 'send.klaviyomail.com', '_spf.klaviyo.com', 'k#.klaviyomail.com'],
  ['freshdesk.com', 'emailus.freshdesk.com', 'email.freshdesk.com', 'mta#.freshdesk.com'],
  ['netsuite.com', 'bounces.netsuite.com', 'sent-via.netsuite.com', 'mail#.netsuite.com'],
  ['intercom-mail.com', 'bounces.intercom-mail.com', '_spf.intercom.io', 'o#.intercom-mail.com'],
  ['cmail20.com', 'cmail20.com', '_spf.createsend.com', 'mx#.cmail20.com'],
]

export const knownServices: readonly Service[] = rows.map(([signer, bounce, include, host]) => ({
  isKnown: true,
  signer,
  bounce: bounce.replace('#', '7'),
  include,
  selector: 's1',
  host: (dice) => host.replace('#', String(dice.int(1, 9999))),
}))

/** A service in nobody's table. */
export function unknownService(dice: Dice): Service {
  const name = `${dice.word()}${dice.pick(['mail', 'send', 'crm', 'app', 'desk'])}.${dice.pick(['com', 'io', 'net'])}`
  const prefix = dice.pick(['mta', 'out', 'smtp', 'node', 'a'])
  return {
    isKnown: false,
    signer: name,
    bounce: `bounce.${name}`,
    include: `_spf.${name}`,
    selector: 'k1',
    host: (_, index) => `${prefix}${index}.${name}`,
  }
}

export interface MailboxService {
  readonly include: string
  readonly selector: string
  host(dice: Dice, index: number): string
  defaultSigner(domain: string, dice: Dice): string
}

export const mailboxes: readonly MailboxService[] = [
  {
    include: '_spf.google.com',
    selector: 'google',
    host: (dice) => `mail-${dice.pick(['ed1', 'lf1', 'wr1'])}-f${dice.int(10, 240)}.google.com`,
    defaultSigner: (domain) => `${domain.replaceAll('.', '-')}.20230601.gappssmtp.com`,
  },
  {
    include: 'spf.protection.outlook.com',
    selector: 'selector1',
    host: (dice) =>
      `mail-db${dice.int(1, 9)}eur0${dice.int(1, 5)}on2${dice.int(100, 140)}.outbound.protection.outlook.com`,
    // The tenant is often named after the company, and sometimes after nothing.
    defaultSigner: (domain, dice) =>
      `${dice.chance(0.7) ? (domain.split('.')[0] ?? '').replaceAll('-', '') : dice.word()}.onmicrosoft.com`,
  },
  {
    include: 'zoho.eu',
    selector: 'zmail',
    host: (dice) => `sender-op-o${dice.int(1, 20)}.zoho.eu`,
    defaultSigner: () => 'zoho.eu',
  },
  {
    include: 'spf.messagingengine.com',
    selector: 'fm1',
    host: (dice) => `fout-a${dice.int(1, 9)}-smtp.messagingengine.com`,
    defaultSigner: () => 'messagingengine.com',
  },
]
