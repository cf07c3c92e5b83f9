import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Provider } from './provider.ts'

const { properties } = Provider
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** Export formats of a target, best first. */
const Packages = Type.Array(
  Type.Union([
    Type.Literal('zip-html-images'),
    Type.Literal('paste-html'),
    Type.Literal('upload-html'),
    Type.Literal('api-json'),
  ]),
  { minItems: 1, maxItems: 4, uniqueItems: true },
)

/** Overrides of a custom target relative to the provider it extends; null removes a member. */
export const ProviderOverrides = Type.Object(
  {
    field: Type.Optional(properties.field),
    fieldInAttribute: orNull(properties.fieldInAttribute),
    names: orNull(properties.names),
    tags: orNull(properties.tags),
    custom: orNull(properties.custom),
    spaced: orNull(properties.spaced),
    spelling: orNull(properties.spelling),
    ownData: orNull(properties.ownData),
    indices: orNull(properties.indices),
    fallback: orNull(properties.fallback),
    defaults: Type.Optional(properties.defaults),
    condition: orNull(properties.condition),
    loop: orNull(properties.loop),
    unsubscribe: Type.Optional(properties.unsubscribe),
    view: orNull(properties.view),
    preferences: orNull(properties.preferences),
    address: orNull(properties.address),
    quotes: orNull(properties.quotes),
    filters: orNull(properties.filters),
    urlEncoded: orNull(properties.urlEncoded),
    comment: orNull(properties.comment),
    raw: orNull(properties.raw),
    editable: orNull(properties.editable),
    escapes: Type.Optional(properties.escapes),
    packages: Type.Optional(Packages),
    required: orNull(properties.required),
    append: orNull(properties.append),
    notes: orNull(properties.notes),
  },
  { additionalProperties: false },
)
export type ProviderOverrides = Static<typeof ProviderOverrides>

/** A customized provider. Only its owner has checked it, so its level is unverified. */
export function extendProvider(
  base: Provider,
  { id, name, overrides }: { id: string; name: string; overrides: ProviderOverrides },
): Provider {
  const members: Record<string, unknown> = { ...base }
  // With another field pattern, its form in attributes and URLs and the limits of its names are unknown.
  if ('field' in overrides) {
    delete members['fieldInAttribute']
    delete members['urlEncoded']
    if (base.spelling === 'merge-field') delete members['spelling']
  }
  for (const [member, value] of Object.entries(overrides)) {
    if (value === null) delete members[member]
    else members[member] = value
  }
  return { ...(members as Provider), id, name, level: 'unverified' }
}

/** Validates the patterns of a provider; `path` is the member. */
export function checkPatterns(provider: Provider): { path: string; message: string }[] {
  const { condition, fallback, field, loop, raw, unsubscribe } = provider
  const wanted: [path: string, pattern: string | undefined, ...placeholders: string[]][] = [
    ['/field', field, '{NAME}'],
    ['/fieldInAttribute', provider.fieldInAttribute, '{NAME}'],
    ['/raw', raw, '{NAME}'],
    ['/urlEncoded', provider.urlEncoded === false ? undefined : provider.urlEncoded, '{NAME}'],
    ['/fallback', fallback, '{NAME}', '{DEFAULT}'],
    ['/condition/exists', condition?.exists, '{NAME}'],
    ['/condition/equals', condition?.equals, '{NAME}', '{VALUE}'],
    ['/condition/equalsNumber', condition?.equalsNumber, '{NAME}', '{VALUE}'],
    ['/condition/equalsTruth', condition?.equalsTruth, '{NAME}', '{VALUE}'],
    ['/condition/missing/open', condition?.missing?.open, '{NAME}'],
    ['/condition/differs/open', condition?.differs?.open, '{NAME}', '{VALUE}'],
    ['/condition/greater/open', condition?.greater?.open, '{NAME}', '{VALUE}'],
    ['/condition/less/open', condition?.less?.open, '{NAME}', '{VALUE}'],
    ['/condition/compares', condition?.compares, '{NAME}', '{OPERATOR}', '{VALUE}'],
    ['/loop/open', loop?.open, '{LIST}'],
    ['/loop/item', loop?.item, '{NAME}'],
    ['/loop/limited', loop?.limited, '{LIST}', '{LIMIT}'],
    ['/comment', provider.comment, '{CODE}'],
  ]
  const lacking = wanted.flatMap(([path, pattern, ...placeholders]) =>
    placeholders
      .filter((placeholder) => pattern !== undefined && !pattern.includes(placeholder))
      .map((placeholder) => ({ path, message: `must contain ${placeholder}` })),
  )
  const more = [
    field.replace('{NAME}', '').trim() === '' && {
      path: '/field',
      message: 'must have delimiters around {NAME} that distinguish a field from text',
    },
    unsubscribe.kind === 'element' &&
      unsubscribe.code?.includes('{TEXT}') !== true && {
        path: '/unsubscribe/code',
        message: 'must contain {TEXT}, the position of the link text',
      },
    ['url', 'html', 'attribute', 'element'].includes(unsubscribe.kind) &&
      unsubscribe.code === undefined && {
        path: '/unsubscribe/code',
        message: `is required with kind "${unsubscribe.kind}"`,
      },
    provider.defaults === 'inline' &&
      fallback === undefined && { path: '/fallback', message: 'is required with defaults "inline"' },
    provider.defaults === 'via-conditional' &&
      condition?.otherwise === undefined && {
        path: '/condition/otherwise',
        message: 'is required with defaults "via-conditional"',
      },
  ].filter((issue) => issue !== false)
  return [...lacking, ...more]
}
