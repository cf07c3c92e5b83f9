import { limits } from '../../kernel/limits.ts'
import { type ClientConfig, readClientConfig } from '../../platform/config/index.ts'
import { Semaphore } from '../../platform/net/index.ts'
import { type SendRequest, readSelection, serveAgentStdio } from '../../surfaces/agent/index.ts'
import { version } from '../version.ts'
import { type Call, type Command, exit } from './command.ts'

/** A client of a running service: opens no store and reads no settings of the service. */
export const mcpCommand: Command = {
  settings: false,
  details: [
    'Speaks the Model Context Protocol with the client that starts it. Reads the API key from SVC_API_KEY, or from the file that',
    'SVC_API_KEY_FILE names. The key decides what the tools may do. /docs/guide/agents of the service explains the tools.',
  ].join('\n'),
  options: [
    { flag: '--url', value: 'URL', meaning: 'URL of the service; by default SVC_URL, or http://localhost:3009.' },
    {
      flag: '--toolsets',
      value: 'LIST',
      meaning: 'verification (default), templates, export, assets, dmarc, api; separated by commas.',
    },
    { flag: '--read-only', meaning: 'Without the tools that create or change something.' },
  ],
  run: async (call) => {
    const read = readSelection(call.option('--toolsets'), call.has('--read-only'))
    if ('problem' in read) {
      call.terminal.err(`svc: ${read.problem}`)
      return exit.usage
    }
    await serve(call, read.selection)
    return exit.ok
  },
}

/** Resolves when the client has closed its connection. */
async function serve(
  { option, terminal }: Call,
  selection: Parameters<typeof serveAgentStdio>[0]['selection'],
): Promise<void> {
  const client = readClientConfig(option('--url'))
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve))
  await serveAgentStdio({
    send: senderTo(client),
    serviceUrl: client.url,
    version,
    selection,
    onError: ({ message }) => terminal.err(`svc: ${message}`),
  })
  await ended
}

/** Requests to the service of the operator, a few at a time. */
function senderTo({ url, apiKey }: ClientConfig): SendRequest {
  const slots = new Semaphore(limits.agentRequestsAtOnce)
  return (path, { signal, headers, ...init }) =>
    slots.run(() =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { ...headers, 'svc-api-auth': apiKey },
        signal: AbortSignal.any([AbortSignal.timeout(limits.agentRequestSeconds * 1000), ...(signal ? [signal] : [])]),
        redirect: 'error',
      }),
    )
}
