import type { Account, Dialect } from './account.ts'
import type { Api } from './api.ts'
import type { ImageStore } from './images.ts'

export interface Field {
  name: string
  /** Includes the place in the provider's UI where the value is found. */
  description: string
  required: boolean
  /** Regular expression for the whole value. */
  pattern?: string
  /** Allowed values; the first is the default. */
  choices?: readonly string[]
  example: string
}

export interface PushedEmail {
  name: string
  /** Unique per email and connection, stable across pushes: a letter, then letters, digits, `_`, `-`. */
  key: string
  subject: string
  preheader: string
  html: string
  text: string
  amp?: string
  /** The HTML marks editable regions. */
  isEditable?: boolean
}

/** A template at the provider that an earlier push may have created. */
export interface FoundTemplate {
  id: string
  /** Milliseconds since epoch, if the provider reports it. */
  createdAtMs?: number | undefined
}

/** Limits of the provider; larger emails are rejected before a request. */
export interface PushLimits {
  /** Bytes of HTML. */
  htmlBytes?: number
  /** Characters; longer names and subjects are truncated. */
  nameLength?: number
  subjectLength?: number
}

/** Template API of one provider. Failures are PushFailure; push.ts decides which method is called when. */
export interface Adapter extends Dialect {
  id: string
  /** Export target with the template language of the provider. */
  target: string
  credentials: readonly Field[]
  settings: readonly Field[]
  /** User-visible description of the written fields. */
  writes: string
  /** User-visible step that is required before the template can be sent. */
  notice?: string
  limits: PushLimits
  /** Image hosting, if the API has any. */
  images?: ImageStore
  /** Documentation or client that the adapter was derived from. */
  source: string
  /** A request that only valid credentials can make; returns the account name, if the provider reports it. */
  test(api: Api, account: Account): Promise<string | undefined>
  /** Creates a template. `isWritten` is false if the content must still be written by `update`. */
  create(api: Api, email: PushedEmail, account: Account): Promise<{ id: string; isWritten: boolean }>
  /** Writes an email to a template; false if the template no longer exists. */
  update(api: Api, id: string, email: PushedEmail, account: Account): Promise<boolean>
  /** Templates that may stem from an earlier creation of this email whose response was lost. */
  find(api: Api, email: PushedEmail, account: Account): Promise<FoundTemplate[]>
}

/** Default: the first of its choices. */
export function settingOf(account: Account, name: string, fallback = ''): string {
  return account.settings[name] ?? fallback
}

/** Authorization header for a name and a secret (RFC 7617). */
export function basicAuth(user: string, secret: string): string {
  return `Basic ${btoa(`${user}:${secret}`)}`
}

/** For providers with a separate host per region. */
export const region: Field = {
  name: 'region',
  description: 'The region of the account.',
  required: false,
  choices: ['us', 'eu'],
  example: 'eu',
}
