import { Type } from '@sinclair/typebox'
import { fail } from '../../kernel/errors/index.ts'
import { closed, literals } from '../../kernel/schema/index.ts'
import { type AddressSource, type Http, actAs, peerAddress } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import { createApi } from './api/api.ts'
import type { SendRequest } from './api/send-request.ts'
import { createOperationsCache } from './api/document.ts'
import { createRepeats } from './repeats.ts'
import { readSelection } from './selection.ts'
import type { AgentDeps } from './server.ts'
import { selectTools } from './tools/list.ts'

export interface AgentRouteDeps {
  readonly http: Http
  /** The request handler of this service, to which the tools send their requests. */
  readonly handle: (request: Request, source?: AddressSource) => Response | Promise<Response>
  readonly baseUrl: string
  readonly version: string
}

const AgentQuery = closed({
  toolsets: Type.Optional(
    Type.String({ maxLength: 200, description: 'Toolsets, separated by commas.', examples: ['templates,export'] }),
  ),
  read_only: Type.Optional(
    literals(['true', 'false'], { description: '`true`: without the tools that create or change something.' }),
  ),
})

/** One JSON-RPC message. The protocol library reads its members. */
const Message = Type.Object({}, { title: 'AgentMessage' })

/** `/mcp`: Streamable HTTP without sessions, so that any replica answers any request. */
export function agentRoutes({ http, handle, baseUrl, version }: AgentRouteDeps) {
  const repeats = createRepeats()
  const operations = createOperationsCache()
  const depsOf = new WeakMap<Request, AgentDeps>()
  let handler: ReturnType<typeof loadHandler> | undefined
  return http.surface('agent').post(
    '/mcp',
    async ({ body, caller, query, request }) => {
      const read = readSelection(query.toolsets, query.read_only === 'true')
      if ('problem' in read) return fail('VALIDATION_FAILED', read.problem)
      const api = createApi(senderAs(caller, { request, handle }), operations)
      const tools = selectTools(read.selection, caller.scopes)
      depsOf.set(request, { api, tools, repeats, owner: ownerOf(caller), serviceUrl: baseUrl, version })
      const { fetch: respond } = await (handler ??= loadHandler(depsOf))
      return respond(request, { parsedBody: body })
    },
    {
      id: 'agent.call',
      summary: 'Call the agent server',
      hidden: true,
      scope: 'any',
      bearer: true,
      query: AgentQuery,
      body: Message,
      responses: { 200: { description: 'A JSON-RPC response, as JSON or as Server-Sent Events.' } },
    },
  )
}

// The protocol library is loaded with the first call: it takes about 10 ms of each start, and few services have an agent.
async function loadHandler(depsOf: WeakMap<Request, AgentDeps>) {
  const [{ createMcpHandler }, { createAgentServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server.ts'),
  ])
  return createMcpHandler(
    ({ requestInfo }) => {
      const deps = requestInfo && depsOf.get(requestInfo)
      if (deps === undefined) throw new Error('The request of an agent server has no dependencies.')
      return createAgentServer(deps)
    },
    // A subscription is acknowledged and ends at once: the server announces no changes.
    { maxSubscriptions: 1, keepAliveMs: 0 },
  )
}

/** Requests of a tool have the caller and IP address of the request to the agent server. */
function senderAs(
  caller: Caller,
  { request, handle }: Pick<AgentRouteDeps, 'handle'> & { request: Request },
): SendRequest {
  const address = peerAddress(request)
  const source: AddressSource = { requestIP: () => (address === undefined ? null : { address }) }
  return async (path, init) => handle(actAs(caller, new Request(new URL(path, request.url), init)), source)
}

function ownerOf({ actor, projectId }: Caller): string {
  return JSON.stringify([projectId, actor.kind, actor.id])
}
