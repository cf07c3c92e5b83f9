import { apiKey } from '../server.ts'

/** Posts one request to `/mcp` and reads its result, from JSON or from the stream. Throws if it has none. */
export async function postMessage(url: string, era: string, message: { method: string; params: object }) {
  const name = (message.params as { name?: string }).name
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'svc-api-auth': apiKey,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      'mcp-method': message.method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })
  const text = await response.text()
  if (!response.ok || !text.includes('"structuredContent"') || text.includes('"isError":true'))
    throw new Error(`${response.status} ${text}`)
}
