import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { meaningOf } from '../properties.ts'
import { assumed } from './assumed.ts'
import { emailDocumentSchema, rowSchema } from './document.ts'
import { blockSchema } from './node.ts'
import { boxKey } from './style.ts'

/**
 * The schema of what readDocument accepts for a canonical schema: the same named parts, `Section` as `SectionInput`, with
 * the short forms of boxes, flags, rich text and theme colors, and without what reading assumes. For publishing only; it
 * validates nothing.
 */
function inputOf(schema: TSchema): TSchema {
  const known = inputs.get(schema)
  if (known !== undefined) return known
  const input = named(shorten(schema), schema)
  inputs.set(schema, input)
  return input
}

const inputs = new Map<TSchema, TSchema>()

function shorten(schema: TSchema): TSchema {
  if (schema[boxKey] === true) return shortBox(schema)
  if (meaningOf(schema) === 'rich-text') return Type.Union([schema, Type.String()])
  // A flag that can only be set is also read as its opposite, which is left out.
  if (typeof schema.const === 'boolean' && OptionalKind in schema) return like(schema, Type.Boolean())
  if (schema.$id === 'ThemeColor')
    return Type.Union([schema, (schema.properties as Record<string, TSchema>)['light'] ?? schema])
  switch (schema[Kind]) {
    case 'Object':
      return shortObject(schema)
    case 'Array':
      return replaced(schema, 'items', inputOf(schema.items as TSchema))
    case 'Union': {
      const variants = schema.anyOf as TSchema[]
      const short = variants.map(inputOf)
      return short.some((variant, at) => variant !== variants[at]) ? { ...schema, anyOf: short } : schema
    }
    case 'Ref':
      return schema.$ref === blockSchema.$id ? Type.Ref(`${schema.$ref}Input`) : schema
    case 'Record':
      return replaced(schema, 'patternProperties', mapped(schema.patternProperties as Record<string, TSchema>))
    default:
      return schema
  }
}

function shortBox(schema: TSchema): TSchema {
  const [side = Type.Number()] = schema.items as TSchema[]
  const pair = Type.Array(side, { minItems: 2, maxItems: 2, description: 'Vertical, horizontal.' })
  const four = Type.Array(side, { minItems: 4, maxItems: 4, description: 'Top, right, bottom, left.' })
  return like(schema, Type.Union([side, pair, four], { $id: 'BoxInput', description: 'Px from 0 to 1000.' }))
}

function shortObject(schema: TSchema): TSchema {
  if ('allOf' in schema) return { ...schema, allOf: (schema.allOf as TSchema[]).map(inputOf) }
  const properties = schema.properties as Record<string, TSchema>
  const short = mapped(properties)
  const values: Record<string, unknown> = assumed[schema.$id as keyof typeof assumed] ?? {}
  // Nodes get an id where they have none; a reference to a module, which has no name of its own, needs its id.
  const given = schema.$id === undefined ? {} : { id: undefined }
  const optional = Object.keys(schema === emailDocumentSchema ? properties : { ...given, ...values })
  const members = { ...short }
  for (const name of optional) {
    const member = members[name]
    if (member !== undefined && !(OptionalKind in member))
      members[name] = Type.Optional(name in values ? { ...member, default: values[name] } : member)
  }
  if (Object.entries(members).every(([name, member]) => member === properties[name])) return schema
  const { required: _, properties: __, ...options } = schema
  return like(schema, Type.Object(members, options))
}

/** The same object when no member is written differently. */
function mapped(members: Record<string, TSchema>): Record<string, TSchema> {
  const entries = Object.entries(members).map(([name, member]) => [name, inputOf(member)] as const)
  return entries.some(([name, member]) => member !== members[name]) ? Object.fromEntries(entries) : members
}

function replaced(schema: TSchema, key: string, value: unknown): TSchema {
  return schema[key] === value ? schema : { ...schema, [key]: value }
}

function named(input: TSchema, schema: TSchema): TSchema {
  return input === schema || schema.$id === undefined ? input : { ...input, $id: `${schema.$id}Input` }
}

function like(schema: TSchema, input: TSchema): TSchema {
  return OptionalKind in schema ? Type.Optional(input) : input
}

/** An email document as requests may have it. */
export const emailDocumentInputSchema = inputOf(emailDocumentSchema)

/** A row of a document as requests may have it. */
export const rowInputSchema = inputOf(rowSchema)
