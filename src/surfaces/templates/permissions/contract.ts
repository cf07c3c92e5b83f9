import { levels } from '../../../kernel/access/index.ts'
import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Nullable, closed, idOf, literals, looseReferenceTo, readOnlyMembers } from '../../../kernel/schema/index.ts'

const exampleGrant = 'prm_01jd7q2v5w8x3y4z6a7b9c0d1j'
const exampleKey = 'key_01jd7q2v5w8x3y4z6a7b9c0d1g'

const Principal = closed(
  {
    kind: literals(['api_key', 'user', 'plugin_user', 'role']),
    id: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Id of the API key, the account or the plugin user; for a role `owner`, `admin`, `editor`, `writer`, `reviewer` or `viewer`.',
    }),
  },
  { examples: [{ kind: 'api_key', id: exampleKey }] },
)

const AccessLevel = literals(['none', ...levels], {
  description:
    '`none` hides the template; `view` reads; `comment` also comments; `edit_text` changes texts, links and images, ' +
    'but not structure or styles; `edit` changes everything; `publish` also publishes; `manage` also grants levels, overrides locks and ' +
    'unlocks content.',
})

const GrantMembers = { principal: Principal, level: AccessLevel }

export const NewGrant = closed(GrantMembers, {
  title: 'NewGrant',
  examples: [{ principal: { kind: 'api_key', id: exampleKey }, level: 'edit_text' }],
})
export type NewGrant = Static<typeof NewGrant>

export const Grant = closed(
  { id: idOf('permission', { examples: [exampleGrant] }), ...GrantMembers },
  {
    title: 'Grant',
    examples: [{ id: exampleGrant, principal: { kind: 'api_key', id: exampleKey }, level: 'edit_text' }],
  },
)
export type Grant = Static<typeof Grant>

export const Permissions = closed(
  {
    default: Nullable(AccessLevel),
    grants: Type.Array(Grant),
    inherited: Type.Array(
      closed({ folder_id: idOf('folder'), default: Nullable(AccessLevel), grants: Type.Array(Grant) }),
      { description: 'Permissions of the ancestor folders, nearest first; grants on the template take precedence.' },
    ),
    your_level: literals(levels),
  },
  {
    title: 'Permissions',
    examples: [
      {
        default: 'view',
        grants: [{ id: exampleGrant, principal: { kind: 'api_key', id: exampleKey }, level: 'edit_text' }],
        inherited: [],
        your_level: 'manage',
      },
    ],
  },
)
export type Permissions = Static<typeof Permissions>

const GivenGrant = closed(
  {
    ...GrantMembers,
    id: Type.Optional({ ...Grant.properties.id, description: 'Of the grant that the principal has.' }),
  },
  { title: 'GivenGrant' },
)
export type GivenGrant = Static<typeof GivenGrant>

const replaced = {
  default: Type.Optional(Nullable(AccessLevel)),
  grants: Type.Array(GivenGrant, { maxItems: limits.grants }),
}

export const ReplacePermissions = closed(
  { ...replaced, ...readOnlyMembers(Permissions, { writable: replaced, volatile: ['your_level'] }) },
  {
    title: 'ReplacePermissions',
    description:
      'Replaces all grants. `default` applies to principals without a grant; null or omitted leaves the template open ' +
      'to the project. Read-only members and ids of grants are accepted as a read returned them.',
    examples: [{ default: 'view', grants: [{ principal: { kind: 'api_key', id: exampleKey }, level: 'edit_text' }] }],
  },
)
export type ReplacePermissions = Static<typeof ReplacePermissions>

/** Any text is accepted; an unknown id is reported as not found. */
export const GrantParams = closed({
  id: looseReferenceTo('template', { examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'] }),
  permissionId: Type.String({ minLength: 1, maxLength: 100, examples: [exampleGrant] }),
})
export const FolderParams = closed({
  id: looseReferenceTo('folder', { examples: ['fld_01jd7q2v5w8x3y4z6a7b9c0d1f'] }),
})
