/** The sections that the navigation and the palette offer to each role. */
import { expect, test } from 'bun:test'
import { sectionsFor } from '../../src/console/sections.ts'
import type { Start } from '../../src/console/start.ts'
import { rolePermissions, roles } from '../../src/platform/identity/index.ts'

const startOf = (role: keyof typeof rolePermissions, isOperator = false): Start => ({
  csrf: '',
  user: { id: '', email: '', name: '', role, level: rolePermissions[role].level, isOperator },
  projects: [],
  baseUrl: '',
  pluginUrl: '',
  hasDemo: false,
  version: '',
})

test('a role is offered the sections that it includes', () => {
  const everyone = ['home', 'templates', 'modules', 'assets', 'members', 'account']
  const editing = ['exports', 'verification', 'domains', 'amp']
  const expected: Record<string, string[]> = {
    owner: [...everyone, ...editing, 'developers'],
    admin: [...everyone, ...editing, 'developers'],
    editor: [...everyone, ...editing],
    writer: everyone,
    reviewer: everyone,
    viewer: everyone,
  }
  for (const role of roles)
    expect(
      sectionsFor(startOf(role))
        .map(({ id }) => id)
        .sort(),
      role,
    ).toEqual(expected[role]?.sort() ?? [])
  expect(sectionsFor(startOf('owner', true)).map(({ id }) => id)).toContain('operations')
})
