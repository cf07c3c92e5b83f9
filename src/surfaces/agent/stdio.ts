import { limits } from '../../kernel/limits.ts'
import { type Scope, isScope } from '../../platform/identity/index.ts'
import { type Api, createApi } from './api/api.ts'
import type { SendRequest } from './api/send-request.ts'
import { isRecord } from './api/record.ts'
import { createRepeats } from './repeats.ts'
import { type Selection, selectTools } from './tools/list.ts'

export interface StdioDeps {
  readonly send: SendRequest
  readonly serviceUrl: string
  readonly version: string
  readonly selection: Selection
  /** Receives problems of the connection; standard output carries only the protocol. */
  onError(error: Error): void
}

/** Serves the tools on standard input and output. The process ends when its client closes the input. */
export async function serveAgentStdio({ send, serviceUrl, version, selection, onError }: StdioDeps): Promise<void> {
  const [{ serveStdio }, { createAgentServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ])
  const api = createApi(send)
  const repeats = createRepeats()
  const tools = readScopes(api).then((scopes) => selectTools(selection, scopes))
  serveStdio(async () => createAgentServer({ api, tools: await tools, repeats, owner: '', serviceUrl, version }), {
    onerror: onError,
  })
}

/** The scopes of the key; undefined if the service does not say, so that calls report the reason. */
async function readScopes(api: Api): Promise<Scope[] | undefined> {
  try {
    const signal = AbortSignal.timeout(limits.agentScopesMs)
    const { api_key: key } = await api.json('GET', '/projects/me', { signal })
    const scopes = isRecord(key) ? key['scopes'] : undefined
    return Array.isArray(scopes) ? scopes.map(String).filter(isScope) : undefined
  } catch {
    return undefined
  }
}
