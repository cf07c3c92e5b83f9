import { type Static, Type } from '@sinclair/typebox'
import { ProviderOverrides } from '../../../email/esp/index.ts'
import { GivenName, Instant, Name, closed, readOnlyMembers } from '../../../kernel/schema/index.ts'
import { FieldMap } from '../options.ts'

const Id = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{1,60}$',
  maxLength: 61,
  description: 'Id of the target in exports and connections; must differ from the ids of built-in targets.',
  examples: ['our-crm'],
})
const Extends = Type.String({
  maxLength: 100,
  description: 'Built-in target to extend, an id from `GET /export/formats`.',
  examples: ['mailchimp'],
})
const Overrides = Type.Unsafe<ProviderOverrides>({
  ...ProviderOverrides,
  title: 'TargetOverrides',
  description:
    'Overrides as patterns with the placeholders {NAME}, {DEFAULT}, {VALUE}, {LIST}, {ITEM} and {TEXT}; null ' +
    'removes a member.',
  examples: [{ field: '<<{NAME}>>', names: { first_name: 'FIRST' }, loop: null }],
})

const example = { id: 'our-crm', extends: 'mailchimp', name: 'Our CRM', overrides: { field: '<<{NAME}>>' } }

export const CustomTarget = closed(
  {
    id: Id,
    extends: Extends,
    name: Name,
    overrides: Overrides,
    tag_example: Type.String({ description: 'Merge tag of a first name with a fallback.', examples: ['<<FNAME>>'] }),
    revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
    created_at: Instant,
    updated_at: Instant,
  },
  {
    title: 'CustomTarget',
    examples: [
      {
        ...example,
        tag_example: '<<FNAME>>',
        revision: 1,
        created_at: '2026-11-21T10:00:00.000Z',
        updated_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  },
)
export type CustomTarget = Static<typeof CustomTarget>

export const CustomTargets = closed({ data: Type.Array(CustomTarget) }, { title: 'CustomTargets' })

export const CreateTarget = closed(
  { id: Id, extends: Extends, name: GivenName, overrides: Type.Optional(Overrides) },
  { title: 'CreateTarget', examples: [example] },
)
export type CreateTarget = Static<typeof CreateTarget>

const changed = {
  name: Type.Optional(GivenName),
  extends: Type.Optional(Extends),
  overrides: Type.Optional(Overrides),
}

export const UpdateTarget = closed(
  { ...changed, ...readOnlyMembers(CustomTarget, { writable: changed }) },
  {
    title: 'UpdateTarget',
    description:
      'Omitted members stay unchanged; `overrides` replaces all overrides. Read-only members are accepted as a read ' +
      'returned them.',
    minProperties: 1,
    examples: [{ name: 'Our CRM' }],
  },
)
export type UpdateTarget = Static<typeof UpdateTarget>

export const TargetFields = closed(
  { fields: FieldMap },
  { title: 'TargetFields', examples: [{ fields: { 'customer.plan': 'PLAN' } }] },
)
export type TargetFields = Static<typeof TargetFields>

/** Any text is accepted; an unknown target is reported as not found. */
export const TargetParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the target.', examples: ['our-crm'] }),
})
