/** The peer: a handler that reads the same row with a prepared statement and answers it as JSON. Nothing else. */
import { Database } from 'bun:sqlite'

const database = new Database(process.env['DATABASE'] ?? '', { readonly: true })
const statement = database.prepare('select * from templates where id = ?')

Bun.serve({
  port: Number(process.env['PORT']),
  hostname: '127.0.0.1',
  routes: {
    '/healthz': new Response('ok'),
    '/v1/templates/:id': (request) => Response.json(statement.get(request.params.id)),
  },
})
