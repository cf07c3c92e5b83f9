/** An agent that talks to `svc mcp` in raw lines of JSON-RPC, in both eras of the protocol. For tests and benchmarks. */

export interface AgentMessage {
  id?: number | string | null
  result?: Record<string, unknown> & {
    tools?: { name: string }[]
    structuredContent?: Record<string, unknown>
    isError?: boolean
    supportedVersions?: string[]
    protocolVersion?: string
  }
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

export const agentEras = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
export type AgentEra = (typeof agentEras)[number]

export const clientInfo = { name: 'raw', version: '1' }

/** What every request of protocol 2026-07-28 carries. */
export const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Spawns the command; its output has to be lines of JSON-RPC. */
export function startAgent(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, { env, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  const waiting = new Map<unknown, (message: AgentMessage) => void>()
  const others: AgentMessage[] = []
  const reading = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of child.stdout) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(JSON.parse(line) as AgentMessage)
    }
  })()
  function take(message: AgentMessage): void {
    const resolve = waiting.get(message.id)
    if (resolve === undefined) others.push(message)
    else resolve(message)
  }
  const write = (text: string) => {
    void child.stdin.write(`${text}\n`)
    void child.stdin.flush()
  }
  return {
    write,
    /** Messages that answer no request. */
    others,
    send(message: { id: number } & Record<string, unknown>): Promise<AgentMessage> {
      const answered = new Promise<AgentMessage>((resolve) => waiting.set(message.id, resolve))
      write(JSON.stringify({ jsonrpc: '2.0', ...message }))
      return answered
    },
    /** Closes the input, which ends the server. */
    async end() {
      void child.stdin.end()
      await reading
      return { code: await child.exited, err: await new Response(child.stderr).text() }
    },
    /** Milliseconds of processor that the server used; after its end. */
    processorMs: () => Number(child.resourceUsage()?.cpuTime.total ?? 0n) / 1000,
    kill: () => child.kill('SIGKILL'),
  }
}

export type RawAgent = ReturnType<typeof startAgent>

/** Opens the connection, and gives the parameters of a request of the era. Throws if the server does not speak it. */
export async function openAgent(agent: RawAgent, era: AgentEra): Promise<(params: object) => object> {
  if (era === '2026-07-28') {
    const { result } = await agent.send({ id: 1, method: 'server/discover', params: { _meta: envelope } })
    if (result?.supportedVersions?.includes(era) !== true) throw new Error(`The server does not speak ${era}`)
    return inEnvelope
  }
  const { result } = await agent.send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: era, capabilities: {}, clientInfo },
  })
  if (result?.protocolVersion !== era) throw new Error(`The server does not speak ${era}`)
  agent.write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  return (params) => params
}

/** A request of protocol 2026-07-28, which needs no connection to be opened. */
export function inEnvelope(params: object): object {
  return { ...params, _meta: envelope }
}
