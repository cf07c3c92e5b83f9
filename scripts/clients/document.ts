/** The parts of an OpenAPI 3.1 document that client libraries are generated from, as they are in JSON. */
import type { Json } from '../../src/console/programs/literals.ts'

export type { Json }

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  examples?: Json[]
  default?: Json
  const?: unknown
  description?: string
  format?: string
  contentMediaType?: string
  readOnly?: boolean
  required?: string[]
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

export interface DescribedParameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: Json
  schema: JsonSchema
}

interface Media {
  schema?: JsonSchema
  example?: Json
}

export interface DescribedResponse {
  $ref?: string
  content?: Record<string, Media>
}

export interface OperationOfDocument {
  operationId: string
  summary: string
  description: string
  deprecated?: boolean
  security: Record<string, unknown>[]
  parameters?: DescribedParameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, DescribedResponse>
}

export interface OpenApiDocument {
  info: { version: string }
  paths: Record<string, Record<string, OperationOfDocument>>
  webhooks: Record<string, { post: OperationOfDocument }>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, DescribedParameter>
    responses: Record<string, DescribedResponse>
  }
}

/** The component that a reference names, or the value itself. Throws if the document has no such component. */
export function dereference<Value extends { $ref?: string }>(value: Value, components: Record<string, Value>): Value {
  if (value.$ref === undefined) return value
  const found = components[nameOf(value.$ref)]
  if (found === undefined) throw new Error(`The document has no ${value.$ref}`)
  return found
}

export function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}
