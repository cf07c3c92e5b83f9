/** Roles of accounts, most powerful first. */
export const roles = ['owner', 'admin', 'editor', 'writer', 'reviewer', 'viewer'] as const
export type Role = (typeof roles)[number]

export function findRole(name: string): Role | undefined {
  return roles.find((role) => role === name)
}
