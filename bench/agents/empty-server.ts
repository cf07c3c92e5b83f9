/** A server of the protocol library with one tool that does nothing. */
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => {
  const server = new McpServer({ name: 'empty', version: '1' })
  server.registerTool('nothing', { title: 'Nothing' }, () => ({ content: [] }))
  return server
})
