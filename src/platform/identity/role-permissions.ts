/**
 * What each role of an account may do: the scopes of a role, and the highest level that it can have on a template. A
 * grant never raises an account above the level of its role. The session of an account is a caller with both.
 */
import { type Level, accessOf, covers } from '../../kernel/access/index.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

interface RolePermissions {
  /** One sentence for people who choose a role. */
  readonly summary: string
  readonly scopes: readonly Scope[]
  readonly level: Level
}

const reading: readonly Scope[] = ['templates:read', 'assets:read']

export const rolePermissions: Readonly<Record<Role, RolePermissions>> = {
  owner: { summary: 'Everything, including other owners.', scopes: ['admin'], level: 'manage' },
  admin: { summary: 'Everything except the roles and accounts of owners.', scopes: ['admin'], level: 'manage' },
  editor: {
    summary: 'Creates, publishes and exports emails, verifies addresses, manages sending domains.',
    scopes: [...reading, 'templates:write', 'assets:write', 'exports', 'verification', 'dmarc', 'amp'],
    level: 'manage',
  },
  writer: {
    summary: 'Changes texts, links and images of emails, but not their structure or style.',
    scopes: [...reading, 'templates:write'],
    level: 'edit_text',
  },
  reviewer: {
    summary: 'Comments on emails, and approves or rejects them.',
    scopes: [...reading, 'templates:write'],
    level: 'comment',
  },
  viewer: { summary: 'Reads emails and images.', scopes: reading, level: 'view' },
}

// A user’s own list, which changes no template.
const personal = ['templates.addFavorite', 'templates.removeFavorite']

/**
 * True if a role that has the scope may also call the operation. Operations that write without the check of a level, such
 * as the creation of a module, need a role that may edit.
 */
export function mayCall(role: Role, { id, scope }: { id: string; scope?: Scope | 'any' | undefined }): boolean {
  const { level, scopes } = rolePermissions[role]
  if (scope === undefined || scope === 'any' || scopes.includes('admin')) return true
  if (!scopes.includes(scope)) return false
  if (scope !== 'templates:write' || covers(level, 'edit') || personal.includes(id)) return true
  const needed = accessOf(id)?.templates
  return (needed === 'comment' || needed === 'edit_text') && covers(level, needed)
}
