/**
 * The agent server: tools of the Model Context Protocol, over standard input and output or at `/mcp`. A tool calls the
 * operations of the REST API with the key of the caller, so keys, scopes, rates, audit and credits are those of the API.
 * tools/ has a file for each tool; server.ts serves both eras of the protocol; result/ limits results and marks text of
 * third parties.
 */
export { type StdioDeps, serveAgentStdio } from './stdio.ts'
export { type AgentRouteDeps, agentRoutes } from './routes.ts'
export { readSelection } from './selection.ts'
export type { SendRequest } from './api/send-request.ts'
