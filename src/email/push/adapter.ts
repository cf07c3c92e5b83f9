import type { Account, Dialect } from './account.ts'
import type { Api } from './api.ts'
import type { ImageStore } from './images.ts'

/** One thing that a connection has to or may say. */
export interface Field {
  name: string
  /** What it is and where in the provider's own pages it is found. */
  description: string
  required: boolean
  /** A regular expression for the whole value. */
  pattern?: string
  /** The only values there are; the first one where none is given. */
  choices?: readonly string[]
  example: string
}

/** An email as a provider is given it. */
export interface PushedEmail {
  name: string
  /** The same for every push of this email to this connection, and for no other: a letter, then letters, digits, `_`, `-`. */
  key: string
  subject: string
  preheader: string
  html: string
  text: string
  amp?: string
  /** True if regions that people may edit there are marked in the HTML. */
  isEditable?: boolean
}

/** A template at the provider that may be one of ours. */
export interface FoundTemplate {
  id: string
  /** Milliseconds since epoch, where the provider says. */
  createdAtMs?: number | undefined
}

/** Most that the provider takes; more is refused here, before it is queried. */
export interface PushLimits {
  /** Bytes of HTML. */
  htmlBytes?: number
  /** Characters; a longer name or subject is cut. */
  nameLength?: number
  subjectLength?: number
}

/**
 * How templates are written to one provider through its API. Failures are PushFailure; everything else about when to ask
 * for what is in push.ts.
 */
export interface Adapter extends Dialect {
  id: string
  /** The export target whose language its templates are in. */
  target: string
  credentials: readonly Field[]
  settings: readonly Field[]
  /** What of an email is written, and as what, for people. */
  writes: string
  /** What to do there before it can be sent, when there is something. */
  notice?: string
  limits: PushLimits
  /** Where it keeps images, where its API takes any. */
  images?: ImageStore
  /** Where what is written here about the provider was learnt. */
  source: string
  /** Asks something that only a good key is answered; whose account it is, where the provider says. */
  test(api: Api, account: Account): Promise<string | undefined>
  /** Makes a template. `isWritten` is false when the email itself still has to be written to it. */
  create(api: Api, email: PushedEmail, account: Account): Promise<{ id: string; isWritten: boolean }>
  /** Writes an email to a template; false when there is none of that id any more. */
  update(api: Api, id: string, email: PushedEmail, account: Account): Promise<boolean>
  /** Templates that an earlier creation of this email may have made, whose answer was lost. */
  find(api: Api, email: PushedEmail, account: Account): Promise<FoundTemplate[]>
}

/** The setting, or the first of its choices. */
export function settingOf(account: Account, name: string, fallback = ''): string {
  return account.settings[name] ?? fallback
}

/** The value of the Authorization header for a name and a secret (RFC 7617). */
export function basicAuth(user: string, secret: string): string {
  return `Basic ${btoa(`${user}:${secret}`)}`
}

/** Where two regions have hosts of their own. */
export const region: Field = {
  name: 'region',
  description: 'The region of the account.',
  required: false,
  choices: ['us', 'eu'],
  example: 'eu',
}
