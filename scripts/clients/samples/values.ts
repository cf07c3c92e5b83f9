import type { Operation } from '../api.ts'
import { type Json, type JsonSchema, type OpenApiDocument, type OperationOfDocument, dereference } from '../document.ts'
import type { Member } from '../shapes.ts'

/** A parameter with the example that the document has of it. */
export interface SampleInput {
  member: Member
  /** Undefined for files. */
  value: Json | undefined
}

/** What a sample passes: required parameters, and those that the example of the body has. */
export function sampleInputs(document: OpenApiDocument, operation: Operation): SampleInput[] {
  const described = document.paths[operation.path]?.[operation.httpMethod.toLowerCase()]
  const examples =
    described === undefined ? {} : { ...bodyExample(document, described), ...parameterExamples(document, described) }
  return operation.inputs
    .filter((member) => member.isRequired || member.name in examples)
    .map((member) => ({ member, value: member.shape.kind === 'bytes' ? undefined : (examples[member.name] ?? null) }))
}

function parameterExamples(
  { components }: OpenApiDocument,
  { parameters = [] }: OperationOfDocument,
): Record<string, Json> {
  const declared = parameters.map((each) => dereference(each, components.parameters))
  const required = declared.filter((parameter) => parameter.required === true && parameter.in !== 'header')
  return Object.fromEntries(
    required.map(({ name, example, schema }) => [name, example ?? exampleOf(schema, components.schemas) ?? null]),
  )
}

function bodyExample({ components }: OpenApiDocument, { requestBody }: OperationOfDocument): Record<string, Json> {
  const [{ schema = {}, example = exampleOf(schema, components.schemas) } = {}] = Object.values(
    requestBody?.content ?? {},
  )
  return typeof example === 'object' && example !== null && !Array.isArray(example) ? example : {}
}

/** The example of a schema, or one composed of those of its required members. */
function exampleOf(schema: JsonSchema, schemas: OpenApiDocument['components']['schemas']): Json | undefined {
  const given = schema.examples?.[0] ?? schema.default
  if (given !== undefined) return given
  if (schema.$ref !== undefined) return exampleOf(dereference(schema, schemas), schemas)
  const [value] = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  if (value !== undefined) return value as Json
  const [form] = (schema.oneOf ?? schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (form !== undefined) return exampleOf(form, schemas)
  const [type] = [schema.type ?? []].flat()
  if (type === 'array') return [exampleOf(schema.items ?? {}, schemas) ?? []].flat()
  if (type === 'object' || schema.properties !== undefined) return objectExample(schema, schemas)
  return type === undefined ? undefined : plainExamples[type]
}

const plainExamples: Record<string, Json> = { string: 'text', integer: 1, number: 1, boolean: true, null: null }

function objectExample(
  { properties = {}, required = [] }: JsonSchema,
  schemas: OpenApiDocument['components']['schemas'],
): Json {
  const members = Object.entries(properties).filter(
    ([name, { examples }]) => required.includes(name) || examples !== undefined,
  )
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      const example = exampleOf(member, schemas)
      return example === undefined ? [] : [[name, example] as const]
    }),
  )
}
