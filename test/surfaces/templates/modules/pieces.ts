/** What the tests of modules are made of. */
import { type Answer, ask } from '../../../support/scenario.ts'
import { type TestService, type TestServiceOptions, startService } from '../../../support/service.ts'
import type { dialects } from '../../../support/store.ts'

export const nowhere = 'mod_00000000000000000000000000'

export const text = (id: string, words: string) => ({ id, type: 'text', text: `<p>${words}</p>` })
export const section = (id: string, ...blocks: object[]) => ({
  id,
  type: 'section',
  columns: [{ id: `${id}-c`, blocks }],
})
export const instance = (id: string, module: string, version: number | 'latest' = 'latest', more: object = {}) => ({
  id,
  type: 'module',
  ref: { id: module, version },
  ...more,
})

export interface Module {
  id: string
  name: string
  version: number
  revision: number
  nodes: { id: string }[]
  slots: string[]
  usage_count: number
}
export interface Result {
  template_id: string
  ok: boolean
  changed: boolean
  changes?: string
  error?: { code: string }
}

/** A service with short ways to what these tests do again and again. */
export async function startModules(
  dialect: (typeof dialects)[number],
  options: Omit<TestServiceOptions, 'dialect'> = {},
) {
  const service: TestService = await startService({ dialect, ...options })
  const call = (line: string, send?: unknown, key = 'a'): Promise<Answer> =>
    ask(service, { call: line, key, ...(send === undefined ? {} : { send }) })
  const must = async <T>(line: string, send?: unknown, key = 'a'): Promise<T> => {
    const { status, body } = await call(line, send, key)
    if (status >= 400) throw new Error(`${line}: ${status} ${JSON.stringify(body)}`)
    return body as T
  }
  return {
    ...service,
    call,
    must,
    /** Makes a module with one text and answers its id. */
    module: async (name: string, words = name, key = 'a') =>
      (await must<Module>('POST /v1/modules', { name, nodes: [section('s', text('t', words))] }, key)).id,
    say: (id: string, words: string) =>
      must<Module>(`PUT /v1/modules/${id}`, { nodes: [section('s', text('t', words))] }),
    template: (name: string, ...rows: object[]) =>
      service.create({ name, type: 'other', document: { meta: { title: name }, rows } }),
    html: async (template: string, query = '') =>
      (await must<{ html: string }>(`GET /v1/templates/${template}/html${query}`)).html,
  }
}

export type Modules = Awaited<ReturnType<typeof startModules>>
