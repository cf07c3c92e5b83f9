import type { EndUser } from './end-user.ts'
import type { ProjectLimits } from './project-limits.ts'

/** What a key may be allowed to do; `admin` implies all the others. */
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

/** Who acts. A call that writes says from where and under which request id, for the audit log. */
export type CallActor = {
  readonly kind: 'api_key' | 'user' | 'plugin_user'
  readonly id: string
  readonly name: string
  /** Tells one window of a person from another, for the editing lock. */
  readonly seat?: string
  readonly ip?: string
  readonly requestId?: string
}

/** Anyone who makes a call, on behalf of which project. */
export type Caller = {
  readonly projectId: string
  readonly companyId: string
  readonly actor: CallActor
  readonly scopes: readonly Scope[]
  /** When the credential ends, milliseconds since epoch; a replaced text of a key ends with its grace. Absent: never. */
  readonly expiresAt?: number
  /** The role of an account of the company; keys have none. */
  readonly role?: 'owner' | 'admin' | 'editor' | 'viewer'
  /** Limits that the project has set for itself. */
  readonly limits?: ProjectLimits
  /** What an end user of an embedded editor is limited to; keys and accounts have none. */
  readonly endUser?: EndUser
}

/** True if a text is the name of a scope. */
export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text)
}

/** True if the caller may do what the scope covers. */
export function hasScope(caller: Pick<Caller, 'scopes'>, scope: Scope): boolean {
  return caller.scopes.includes(scope) || caller.scopes.includes('admin')
}
