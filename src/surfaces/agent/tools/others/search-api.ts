import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import type { ApiOperation } from '../../api/document.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor } from '../pieces.ts'

export const searchApi = defineTool({
  name: 'search_api',
  title: 'Search API',
  description:
    'Find operations of the whole REST API by words; the id of an operation returns its parameters and body. Then use call_api.',
  toolset: 'api',
  scope: 'any',
  input: closed({ query: Type.String({ minLength: 1, maxLength: 200 }), cursor: Cursor }),
  output: Type.Object({ operations: Type.Array(Type.Object({ id: Type.String() })), next_cursor: NextCursor }),
  async run({ query }, { api }) {
    const all = await api.operations()
    const exact = all.find(({ id }) => id === query.trim())
    if (exact !== undefined) return { summary: exact.summary, data: { operations: [describe(exact)] }, isOwnText: true }
    const found = rank(all, query)
    return {
      summary: `${found.length} operations. Search for an id to get its parameters and body.`,
      data: { operations: found.map(({ id, method, path, summary }) => ({ id, method, path, summary })) },
      isOwnText: true,
      list: { member: 'operations' },
    }
  },
})

/** With as many levels of its schemas as fit into a result. */
function describe(operation: ApiOperation): object {
  const { id, method, path, description, body } = operation
  const parameters = operation.parameters.filter(({ in: where }) => where !== 'header')
  const at = (depth: number) => ({
    id,
    method,
    path,
    description,
    parameters: prune(parameters, depth),
    ...(body === undefined ? {} : { body: prune(body, depth) }),
  })
  return [24, 16, 12, 9, 7, 5].map(at).find((each) => JSON.stringify(each).length < maxLength) ?? at(3)
}

/** Characters of the JSON of an operation. */
const maxLength = 5000

/** Below this depth, an object is represented by an empty one. */
function prune(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) return value.map((item: unknown) => prune(item, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, prune(member, depth - 1)]))
}

/** Operations that contain every word, or else some; words of the id and summary weigh more. */
function rank(operations: readonly ApiOperation[], query: string): ApiOperation[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const scored = operations.map((operation) => {
    const head = `${operation.id} ${operation.path} ${operation.summary}`.toLowerCase()
    const text = operation.description.toLowerCase()
    const score = words.reduce((sum, word) => sum + (head.includes(word) ? 3 : text.includes(word) ? 1 : 0), 0)
    return { operation, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ operation }) => operation)
}

const maxFound = 40
