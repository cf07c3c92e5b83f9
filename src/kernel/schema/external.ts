import * as Type from '@sinclair/typebox'
import { type ExternalKind, anyIdPattern, externalPrefix, idPattern } from '../ids/index.ts'
import { limits } from '../limits.ts'
import { GivenName, Nullable, pieceMark } from './pieces.ts'

/** Marks a text of a request that refers to a resource, by its id or as `ext:` and an external id; holds the kind. */
export const referenceMark = Symbol('reference')

const noControl = '[^\\u0000-\\u001f\\u007f]'
type ReferenceOptions = {
  description?: string
  examples?: string[]
  /** A word that is accepted as well. */ or?: string
}

const longest = limits.externalIdLength + externalPrefix.length

/** Like `idOf` for a member of a request: also `ext:` and the external id of the resource. */
export function referenceTo(kind: ExternalKind, { or, ...options }: ReferenceOptions = {}) {
  const id = idPattern(kind).slice(1, -1)
  const word = or === undefined ? '' : `|${or}`
  return Type.String({
    pattern: `^(${id}|${externalPrefix}${noControl}{1,${limits.externalIdLength}}${word})$`,
    ...described(options),
    [referenceMark]: kind,
  })
}

/** A reference in a path or a list of many: any text is accepted, and one that refers to nothing is reported as not found. */
export function looseReferenceTo(kind: ExternalKind, options: ReferenceOptions = {}) {
  return Type.String({ minLength: 1, maxLength: longest, ...described(options), [referenceMark]: kind })
}

function described({ description = 'An id.', ...options }: ReferenceOptions) {
  return { ...options, description: `${description} Or \`ext:\` and the external id.` }
}

/** A reference, or the name of a resource. */
export function referenceOrName(kind: ExternalKind, options: Record<string, unknown> = {}) {
  const name = GivenName.pattern?.slice(1, -2)
  return Type.String({
    ...GivenName,
    title: 'IdOrName',
    [pieceMark]: true,
    maxLength: longest,
    pattern: `^(?:${externalPrefix}${noControl}{1,${limits.externalIdLength}}|${name}{1,${limits.nameLength}})$`,
    ...options,
    [referenceMark]: kind,
  })
}

const externalId = {
  minLength: 1,
  maxLength: limits.externalIdLength,
  examples: ['welcome-email'],
}

/** A stored external id. Ids of emails that hosts opened before may have forms that requests may not set. */
export const ExternalId = Type.String({
  ...externalId,
  description: 'Your own id, unique in the project; `ext:` and this id is accepted wherever an id is.',
})

/** An external id in a request: neither `ext:…` nor in the form of an id of this service. */
const GivenExternalId = Type.String({
  ...externalId,
  pattern: `^(?!${externalPrefix})(?!${anyIdPattern()}$)${noControl}{1,${limits.externalIdLength}}$`,
  description:
    'Your own id, unique among the resources of this kind in the project. No control characters, not starting with `ext:`, and ' +
    'not in the form of an id of this service.',
})

const key = `^[A-Za-z0-9_.-]{1,${limits.metadataKeyLength}}$`
const value = Type.String({ maxLength: limits.metadataValueLength, pattern: `^${noControl}*$` })
const example = { campaign: 'spring', owner: 'crm-42' }

const texts = {
  additionalProperties: false,
  maxProperties: limits.metadataKeys,
  examples: [example],
}

/** Free texts by key. */
export const Metadata = Type.Unsafe<Record<string, string>>(
  Type.Record(Type.String({ pattern: key }), value, {
    ...texts,
    title: 'Metadata',
    description:
      `Your own texts by key: at most ${limits.metadataKeys}, keys of 1 to ${limits.metadataKeyLength} letters, digits, ` +
      `\`_\`, \`.\` and \`-\`, values of at most ${limits.metadataValueLength} characters. Replaced as a whole.`,
  }),
)

/** Metadata that a resource has to have among others. */
export function metadataFilter(options: { description: string; minProperties?: number }) {
  return Type.Unsafe<Record<string, string>>(
    Type.Record(Type.String({ pattern: key }), value, { ...texts, ...options }),
  )
}

/** Members of a resource in responses. */
export const externalMembers = { external_id: Nullable(ExternalId), metadata: Metadata }

/** Members of a request that creates a resource. */
export const givenExternalMembers = {
  external_id: Type.Optional(GivenExternalId),
  metadata: Type.Optional(Metadata),
}

/** Members of a request that changes a resource; null removes the external id. */
export const changedExternalMembers = {
  external_id: Type.Optional(Nullable(GivenExternalId)),
  metadata: Type.Optional(Metadata),
}

/** Filters of a list. */
export const externalFilters = {
  external_id: Type.Optional(Type.String({ ...externalId, description: 'Only the resource with this external id.' })),
  metadata: Type.Optional(
    metadataFilter({
      description: 'Only resources whose metadata has all of these values, each written as `metadata[key]=value`.',
    }),
  ),
}
