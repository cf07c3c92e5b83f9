import type { EndUser } from './end-user.ts'
import type { ProjectLimits } from './project-limits.ts'
import type { Role } from './roles.ts'

/** Scopes of a key; `admin` implies all the others. */
export const scopes = [
  'templates:read',
  'templates:write',
  'exports',
  'assets:read',
  'assets:write',
  'verification',
  'dmarc',
  'amp',
  'webhooks',
  'admin',
] as const

export type Scope = (typeof scopes)[number]

/** The author of a call; `reviewer` is the holder of a link to a review or to the webhooks of a customer. Calls that write add IP address and request id, for the audit log. */
export type CallActor = {
  readonly kind: 'api_key' | 'user' | 'plugin_user' | 'reviewer'
  readonly id: string
  readonly name: string
  /** Identifies one window of a user, for the editing lock. */
  readonly seat?: string
  readonly ip?: string
  readonly requestId?: string
}

/** The author of a call and its project. */
export type Caller = {
  readonly projectId: string
  readonly companyId: string
  readonly actor: CallActor
  readonly scopes: readonly Scope[]
  /**
   * Expiry of the credential, milliseconds since epoch; a replaced key text expires with its grace period. Absent: never.
   */
  readonly expiresAt?: number
  /** The role of a console account; undefined for keys. */
  readonly role?: Role
  /** Limits that the project has set for itself. */
  readonly limits?: ProjectLimits
  /** Limits of an end user of an embedded editor; keys and accounts have none. */
  readonly endUser?: EndUser
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text)
}

/** True if the caller has the scope, or `admin`. */
export function hasScope(caller: Pick<Caller, 'scopes'>, scope: Scope): boolean {
  return caller.scopes.includes(scope) || caller.scopes.includes('admin')
}
