import type { StandIn } from '../stand-in.ts'
import { brevo } from './brevo.ts'
import { customerio } from './customerio.ts'
import { hubspot } from './hubspot.ts'
import { iterable } from './iterable.ts'
import { klaviyo } from './klaviyo.ts'
import { mailchimp } from './mailchimp.ts'
import { mailgun } from './mailgun.ts'
import { mailjet } from './mailjet.ts'
import { postmark } from './postmark.ts'
import { sendgrid } from './sendgrid.ts'

/** One for every provider that emails can be pushed to. */
export const standIns: readonly StandIn[] = [
  brevo,
  customerio,
  hubspot,
  iterable,
  klaviyo,
  mailchimp,
  mailgun,
  mailjet,
  postmark,
  sendgrid,
]
