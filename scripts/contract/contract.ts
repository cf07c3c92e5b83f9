/** The parts of an OpenAPI document that generated clients depend on, without texts and examples. */
export interface Contract {
  /** By method and path, `GET /v1/templates/{id}`. */
  operations: Record<string, Operation>
  /** What the service sends, by event type. */
  events: Record<string, Schema>
  schemas: Record<string, Schema>
}

export interface Operation {
  id: string
  /** Of the key, without for operations that take any or none. */
  scope?: string
  parameters: Parameter[]
  /** By media type. */
  body?: { required: boolean; content: Content }
  /** By status, successes only. */
  responses: Record<string, { headers: string[]; content: Content }>
}

export type Content = Record<string, Schema>

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  [constraint: string]: unknown
}

interface Media {
  schema?: Schema
}

interface DescribedResponse {
  $ref?: string
  headers?: object
  content?: Record<string, Media>
}

interface Described {
  operationId: string
  'x-required-scope'?: string
  parameters?: (Parameter & { $ref?: string })[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, DescribedResponse>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  webhooks?: Record<string, { post: Described }>
  components: Shared & { schemas: Record<string, Schema> }
}

interface Shared {
  parameters?: Record<string, Parameter>
  responses?: Record<string, DescribedResponse>
}

/** Reads an OpenAPI document of the service, as JSON. */
export function contractOf(json: string): Contract {
  const { components, paths, webhooks = {} } = JSON.parse(json) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, described]) => [`${method.toUpperCase()} ${path}`, operationOf(described, components)] as const,
    ),
  )
  const events = Object.entries(webhooks).map(
    ([name, { post }]) => [name, contentOf(post.requestBody?.content)['application/json'] ?? {}] as const,
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, bare(schema)] as const)
  return {
    operations: Object.fromEntries(operations),
    events: Object.fromEntries(events),
    schemas: Object.fromEntries(schemas),
  }
}

/** One line for each operation, event and schema, so that a diff shows what changed. */
export function printContract({ operations, events, schemas }: Contract): string {
  const group = (entries: object) =>
    Object.entries(entries)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')
  return `{"operations": {\n${group(operations)}\n},\n"events": {\n${group(events)}\n},\n"schemas": {\n${group(schemas)}\n}}\n`
}

function operationOf(described: Described, shared: Shared): Operation {
  const { operationId, parameters = [], requestBody, responses, 'x-required-scope': scope } = described
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return {
    id: operationId,
    ...(scope === undefined ? {} : { scope }),
    parameters: parameters.map(({ $ref, ...own }) => {
      const whole = $ref === undefined ? own : (shared.parameters?.[lastOf($ref)] ?? own)
      return { name: whole.name, in: whole.in, required: whole.required === true, schema: bare(whole.schema) }
    }),
    ...(requestBody === undefined
      ? {}
      : { body: { required: requestBody.required === true, content: contentOf(requestBody.content) } }),
    responses: Object.fromEntries(
      successes.map(([status, { $ref, ...own }]) => {
        const { headers = {}, content } = $ref === undefined ? own : (shared.responses?.[lastOf($ref)] ?? own)
        return [status, { headers: Object.keys(headers), content: contentOf(content) }]
      }),
    ),
  }
}

function lastOf(ref: string): string {
  return ref.split('/').at(-1) ?? ''
}

function contentOf(content: Record<string, Media> = {}): Content {
  return Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type, bare(schema)]))
}

const texts = new Set(['description', 'examples', 'example', 'title', 'default'])

function bare(schema: Schema): Schema {
  const members = Object.entries(schema).filter(([key]) => !texts.has(key))
  return Object.fromEntries(members.map(([key, value]) => [key, bareMember(key, value)]))
}

function bareMember(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ['const', 'enum', 'required', 'type'].includes(key)) return value
  if (Array.isArray(value)) return value.map((each) => bare(each as Schema))
  if (key === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member as Schema)]))
  return bare(value as Schema)
}
