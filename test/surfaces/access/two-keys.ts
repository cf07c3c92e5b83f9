/** A service with a second key of the same project that has no grant, and short calls with either key. */
import { type Scope } from '../../../src/platform/identity/index.ts'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestServiceOptions, startService } from '../../support/service.ts'

export const section = (id: string, text: string) => ({
  id,
  type: 'section',
  columns: [{ id: `${id}-c`, blocks: [{ id: `${id}-t`, type: 'text', text: `<p>${text}</p>` }] }],
})
export const instance = (id: string, module: string, version: number | 'latest' = 'latest') => ({
  id,
  type: 'module',
  ref: { id: module, version },
})

/** Key `a` has every scope. Key `reader` has those given, and no grant. */
export async function startTwoKeys(
  options: TestServiceOptions,
  scopes: readonly Scope[] = [
    'templates:read',
    'templates:write',
    'exports',
    'webhooks',
    'assets:read',
    'assets:write',
  ],
) {
  const service = await startService(options)
  const reader = await service.store.tx((db) =>
    createApiKey(db, { projectId: service.projects.a, name: 'Reader 2', scopes: [...scopes] }),
  )
  const answering = { ...service, keys: { ...service.keys, reader: reader.key } }
  const call = (line: string, send?: unknown, key = 'a'): Promise<Answer> =>
    ask(answering, { call: line, key, ...(send === undefined ? {} : { send }) })
  const must = async <T>(line: string, send?: unknown, key = 'a'): Promise<T> => {
    const { body, status } = await call(line, send, key)
    if (status >= 400) throw new Error(`${line}: ${status} ${JSON.stringify(body)}`)
    return body as T
  }
  return {
    ...answering,
    readerId: reader.id,
    call,
    must,
    statusOf: async (line: string, send?: unknown, key = 'reader') => (await call(line, send, key)).status,
    /** A template of rows; closed to everybody without a grant when that is requested. */
    async template(name: string, rows: object[], level?: 'none' | 'view'): Promise<string> {
      const id = await service.create({ name, type: 'other', document: { meta: { title: name }, rows } })
      if (level !== undefined) await must(`PUT /v1/templates/${id}/permissions`, { default: level, grants: [] })
      return id
    },
    /** Grants the reader a level on a template, or nothing. */
    grant: (id: string, level?: string, byDefault: 'none' | 'view' = 'none') =>
      must(`PUT /v1/templates/${id}/permissions`, {
        default: byDefault,
        grants: level === undefined ? [] : [{ principal: { kind: 'api_key', id: reader.id }, level }],
      }),
    module: async (name: string, ...nodes: object[]) =>
      (await must<{ id: string }>('POST /v1/modules', { name, nodes })).id,
  }
}

export type TwoKeys = Awaited<ReturnType<typeof startTwoKeys>>
