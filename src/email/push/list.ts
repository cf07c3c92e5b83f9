import type { Adapter } from './adapter.ts'
import { brevo } from './providers/brevo.ts'
import { customerio } from './providers/customerio.ts'
import { hubspot } from './providers/hubspot.ts'
import { iterable } from './providers/iterable.ts'
import { klaviyo } from './providers/klaviyo.ts'
import { mailchimp } from './providers/mailchimp.ts'
import { mailgun } from './providers/mailgun.ts'
import { mailjet } from './providers/mailjet.ts'
import { postmark } from './providers/postmark.ts'
import { sendgrid } from './providers/sendgrid.ts'

/** All adapters by provider id. */
export const adapters: ReadonlyMap<string, Adapter> = new Map(
  [brevo, customerio, hubspot, iterable, klaviyo, mailchimp, mailgun, mailjet, postmark, sendgrid].map((adapter) => [
    adapter.id,
    adapter,
  ]),
)
