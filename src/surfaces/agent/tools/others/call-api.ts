import { Type } from '@sinclair/typebox'
import { fail } from '../../../../kernel/errors/index.ts'
import { closed } from '../../../../kernel/schema/index.ts'
import { nearest } from '../../../../kernel/spelling/index.ts'
import type { ApiOperation } from '../../api/document.ts'
import { ApiFailure, problemIn } from '../../api/failure.ts'
import { defineTool } from '../../tool.ts'

export const callApi = defineTool({
  name: 'call_api',
  title: 'Call API',
  description: 'Call an operation that search_api found, with its path and query parameters and its JSON body.',
  toolset: 'api',
  scope: 'any',
  isReadOnly: false,
  isDestructive: true,
  isOpenWorld: true,
  input: closed({
    operation: Type.String({ description: 'Its id, such as templates.duplicate.' }),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    body: Type.Optional(Type.Object({})),
  }),
  output: Type.Object({ status: Type.Integer() }),
  async run({ operation: id, parameters = {}, body }, { api, signal }) {
    const operation = findOperation(await api.operations(), id)
    const { path, query } = targetOf(operation, parameters)
    const response = await api.send(operation.method, path, { query, body, signal })
    if (!response.ok) throw new ApiFailure(await problemIn(response))
    return {
      summary: `${operation.method} ${path.split('?')[0] ?? ''} responded with status ${response.status}.`,
      data: { status: response.status, ...(await contentOf(response)) },
    }
  },
})

function findOperation(operations: readonly ApiOperation[], id: string): ApiOperation {
  const found = operations.find((each) => each.id === id)
  if (found !== undefined) return found
  const close = nearest(
    id,
    operations.map((each) => each.id),
  )
  return fail(
    'VALIDATION_FAILED',
    `operation must be an id that search_api returned${close === undefined ? '.' : `, such as ${close}.`}`,
  )
}

type Parameters = Record<string, string | number | boolean>

/** The path below the version, and the query. Fails with VALIDATION_FAILED for missing and unknown parameters. */
function targetOf(
  { parameters, path: template }: ApiOperation,
  given: Parameters,
): { path: string; query: Parameters } {
  const known = parameters.filter(({ in: where }) => where === 'path' || where === 'query')
  const unknown = Object.keys(given).filter((name) => !known.some((parameter) => parameter.name === name))
  const missing = known.filter(({ name, required }) => required && given[name] === undefined)
  if (unknown.length > 0 || missing.length > 0)
    fail(
      'VALIDATION_FAILED',
      `parameters: ${[...missing.map(({ name }) => `${name} is required`), ...unknown.map((name) => `${name.slice(0, 60)} is unknown`)].join(', ')}. ` +
        `It takes ${known.map(({ name }) => name).join(', ') || 'none'}.`,
    )
  const path = template
    .replace(/^\/v1(?=\/)/, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const query = Object.fromEntries(Object.entries(given).filter(([name]) => !template.includes(`{${name}}`)))
  return { path, query }
}

/** JSON or text; other content is described by its type and size. */
async function contentOf(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 204) return {}
  if (/^application\/(?:[\w.-]+\+)?json/.test(type)) return { body: await response.json() }
  if (type.startsWith('text/')) return { text: await response.text() }
  return { content_type: type, bytes: (await response.bytes()).length }
}
