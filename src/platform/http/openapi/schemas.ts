import type { TSchema } from '@sinclair/typebox'
import { pieceMark, publishedMark } from '../../../kernel/schema/index.ts'
import type { Json, JsonObject } from './model.ts'

/** Converts TypeBox schemas to those of the document, and collects the named ones. */
export type Schemas = {
  /**
   * The schema, or a reference to it if it is named by `$id` or `title`. A default of a member is part of its description:
   * generators treat a member with `default` as always present, so bodies would have to set it.
   */
  refer(schema: TSchema): JsonObject
  /** The same of a parameter, which may be left out all the same: its default stays. */
  referParameter(schema: TSchema): JsonObject
  /** The named schemas seen so far, sorted by name. */
  components(): Record<string, JsonObject>
}

/** Throws if two different schemas have the same name. */
export function collectSchemas(): Schemas {
  const named = new Map<string, JsonObject>()

  function refer(schema: TSchema): JsonObject {
    const name = nameOf(schema)
    if (name === undefined) return convert(schema)
    if (!(pieceMark in schema)) return define(name, schema)
    const { description, examples, default: fallback, ...piece } = schema
    const said = Object.entries({ description, examples, default: fallback }).filter(([, value]) => value !== undefined)
    return { ...define(name, piece as TSchema), ...describeDefault(Object.fromEntries(said) as JsonObject) }
  }

  function define(name: string, schema: TSchema): JsonObject {
    if (!named.has(name)) named.set(name, {})
    const converted = convert(schema)
    const known = named.get(name)
    if (known !== undefined && Object.keys(known).length > 0 && !Bun.deepEquals(known, converted))
      throw new Error(`Two different schemas are named ${name}`)
    named.set(name, converted)
    return { $ref: `#/components/schemas/${name}` }
  }

  function convert(schema: TSchema): JsonObject {
    if (typeof schema.$ref === 'string' && schema['type'] === undefined)
      return { $ref: schema.$ref.startsWith('#') ? schema.$ref : `#/components/schemas/${schema.$ref}` }
    const result: JsonObject = {}
    // Its variants say all of an object; the rest is how it is validated.
    const left = 'oneOf' in schema ? ofWhole : ofSchema
    for (const [key, value] of Object.entries(schema)) {
      if (left.has(key) || value === undefined || (key === 'title' && value === nameOf(schema))) continue
      result[key] = convertMember(key, value as unknown)
    }
    Object.assign(result, (schema as { [publishedMark]?: JsonObject })[publishedMark])
    // The form of OpenAPI 3.0, by which generators type a file.
    if (result['contentMediaType'] !== undefined) result['format'] = 'binary'
    return simplify(describeDefault(result))
  }

  function convertMember(key: string, value: unknown): Json {
    switch (key) {
      case 'properties':
      case 'patternProperties':
        return Object.fromEntries(
          Object.entries(value as Record<string, TSchema>).map(([name, member]) => [name, refer(member)]),
        )
      case 'anyOf':
      case 'allOf':
      case 'oneOf':
        return (value as TSchema[]).map(refer)
      case 'items':
        return Array.isArray(value) ? value.map(refer) : refer(value as TSchema)
      case 'not':
        return refer(value as TSchema)
      case 'additionalProperties':
        return typeof value === 'object' ? refer(value as TSchema) : (value as boolean)
      default:
        return JSON.parse(JSON.stringify(value)) as Json
    }
  }

  function referParameter(schema: TSchema): JsonObject {
    const { default: fallback, ...rest } = schema
    const described = refer(rest as TSchema)
    return fallback === undefined ? described : { ...described, default: fallback as Json }
  }

  return {
    refer,
    referParameter,
    components: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function describeDefault(schema: JsonObject): JsonObject {
  const { default: fallback, description, ...rest } = schema
  if (fallback === undefined) return schema
  const said = `Default: \`${JSON.stringify(fallback)}\`.`
  return { ...rest, description: description === undefined ? said : `${String(description)} ${said}` }
}

// A name is that of the component; marks are notes of the document engine to itself.
const ofSchema: ReadonlySet<string> = new Set(['$id', 'x-svc-special', 'x-svc-meaning', 'x-svc-box'])
const ofWhole: ReadonlySet<string> = new Set([
  ...ofSchema,
  'type',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'dependentRequired',
])

function nameOf(schema: TSchema): string | undefined {
  const name = schema.$id ?? schema.title
  return name !== undefined && /^[A-Za-z][\w.-]*$/.test(name) ? name : undefined
}

/** Rewrites TypeBox's verbose forms in concise JSON Schema 2020-12. */
function simplify(schema: JsonObject): JsonObject {
  const { anyOf, patternProperties, items, additionalItems: _, ...rest } = schema
  if (Array.isArray(items)) return { ...rest, ...simplifyTuple(items) }
  if (items !== undefined) return schema
  if (Array.isArray(anyOf)) return { ...rest, ...simplifyUnion(anyOf as JsonObject[]) }
  // `Type.Object({})` without any members: any object, or the rest of an intersection.
  const { properties, type, ...others } = rest
  if (isObject(properties) && Object.keys(properties).length === 0 && !('additionalProperties' in rest))
    return 'allOf' in others ? simplifyWhole(others) : { ...others, type: type ?? 'object', additionalProperties: true }
  // A record with any key.
  if (isObject(patternProperties)) {
    const values = Object.entries(patternProperties)
    if (values.length === 1 && values[0]?.[0] === '^(.*)$')
      return { ...rest, additionalProperties: values[0]?.[1] ?? true }
  }
  return schema
}

// minItems and maxItems give the number of items; four lengths in a row are a plain list to every client.
function simplifyTuple(items: Json[]): JsonObject {
  const [first = true] = items
  if (items.every((item) => Bun.deepEquals(item, first))) return { items: first }
  return { prefixItems: items, items: {} }
}

// OpenAPI 3.1 allows a description next to a $ref.
function simplifyWhole(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema
  const [only, ...more] = allOf as JsonObject[]
  return only !== undefined && more.length === 0 ? { ...rest, ...only } : schema
}

function simplifyUnion(variants: JsonObject[]): JsonObject {
  const constants = variants.filter((variant) => 'const' in variant)
  const nullable = variants.some((variant) => variant['type'] === 'null')
  const others = variants.filter((variant) => !('const' in variant) && variant['type'] !== 'null')
  const types = new Set(constants.map((variant) => variant['type']))
  // openapi-python-client drops operations whose schemas have enums of booleans, or of booleans and null.
  if (constants.length > 0 && others.length === 0 && types.size === 1 && !types.has('boolean')) {
    const values = constants.map((variant) => variant['const'] ?? null)
    const [type = 'string'] = types
    return nullable ? { type: [type, 'null'], enum: [...values, null] } : { type, enum: values }
  }
  const [only] = others
  if (nullable && constants.length === 0 && others.length === 1 && typeof only?.['type'] === 'string')
    return {
      ...only,
      type: [only['type'], 'null'],
      ...(Array.isArray(only['enum']) ? { enum: [...only['enum'], null] } : {}),
    }
  // Named variants have each a member that the others refuse; openapi-generator merges the variants of anyOf into one type.
  return variants.every((variant) => '$ref' in variant) ? { oneOf: variants } : { anyOf: variants }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
