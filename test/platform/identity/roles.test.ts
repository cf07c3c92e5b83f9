import { describe, expect, test } from 'bun:test'
import { operationAccess } from '../../../src/kernel/access/index.ts'
import { type Role, mayCall, rolePermissions, roles } from '../../../src/platform/identity/index.ts'

/** The operations with the scope `templates:write` that a role below editor may call, written down by hand. */
const allowed: Partial<Record<Role, readonly string[]>> = {
  writer: [
    'comments.create',
    'comments.update',
    'locks.acquire',
    'locks.release',
    'reviews.approve',
    'reviews.cancel',
    'reviews.createLink',
    'reviews.reject',
    'reviews.request',
    'reviews.revoke',
    'reviews.revokeLink',
    'templates.addFavorite',
    'templates.applyOperations',
    'templates.removeFavorite',
    'templates.update',
    'versions.restore',
  ],
  reviewer: [
    'comments.create',
    'comments.update',
    'reviews.approve',
    'reviews.reject',
    'reviews.revoke',
    'templates.addFavorite',
    'templates.removeFavorite',
  ],
  viewer: [],
}

const writing: readonly string[] = Object.keys(operationAccess).filter((id) =>
  /^(templates|folders|modules|versions|releases|reviews|comments|locks|permissions)\.(?!get|list|search|lint|compare)/.test(
    id,
  ),
)

describe('what a role may write', () => {
  for (const [role, expected] of Object.entries(allowed) as [Role, readonly string[]][])
    test(`${role}: ${expected.length} of the operations that change templates`, () => {
      // Operations that render a document of the request need only the scope to read.
      const own = writing.filter((id) => id !== 'templates.generate')
      expect(own.length).toBeGreaterThan(40)
      expect(own.filter((id) => mayCall(role, { id, scope: 'templates:write' })).toSorted()).toEqual([...expected])
    })

  for (const role of ['owner', 'admin', 'editor'] as const)
    test(`${role}: all of them`, () => {
      expect(writing.filter((id) => !mayCall(role, { id, scope: 'templates:write' }))).toEqual([])
    })
})

test('each role has the scopes of the next one and more, and only owners and admins have admin', () => {
  const withAdmin = roles.filter((role) => rolePermissions[role].scopes.includes('admin'))
  expect(withAdmin).toEqual(['owner', 'admin'])
  const others = roles.filter((role) => !withAdmin.includes(role))
  for (const [index, role] of others.entries())
    for (const scope of rolePermissions[others[index + 1] ?? role].scopes)
      expect([role, rolePermissions[role].scopes]).toEqual([role, expect.arrayContaining([scope])])
})

test('webhooks and administration are closed to all but owners and admins', () => {
  for (const scope of ['webhooks', 'admin'] as const)
    expect(roles.filter((role) => mayCall(role, { id: 'webhooks.list', scope }))).toEqual(['owner', 'admin'])
})
