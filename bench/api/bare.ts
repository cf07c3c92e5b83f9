/** The peer: a handler that reads the same row with a prepared statement and answers the same JSON. Nothing else. */
import { Database } from 'bun:sqlite'

const database = new Database(process.env['DATABASE'] ?? '', { readonly: true })
const statement = database.prepare<Row, [string]>('select * from templates where id = ?')

Bun.serve({
  port: Number(process.env['PORT']),
  hostname: '127.0.0.1',
  development: false,
  routes: {
    '/healthz': new Response('ok'),
    '/v1/templates/:id': (request) => {
      const row = statement.get(request.params.id)
      return row === null ? new Response(null, { status: 404 }) : Response.json(present(row))
    },
  },
})

type Row = Record<string, string | number | null> & { tags: string; created_at: number; updated_at: number }

function present(row: Row): object {
  return {
    id: row['id'],
    name: row['name'],
    type: row['type'],
    folder_id: row['folder_id'],
    tags: JSON.parse(row.tags) as string[],
    favorite: false,
    public: row['is_public'] === 1,
    revision: row['revision'],
    source: row['source'],
    size_bytes: row['size_bytes'],
    created_by: { kind: row['created_by_kind'], id: row['created_by_id'], name: row['created_by_name'] },
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    ...(row['subject'] === null ? {} : { subject: row['subject'] }),
    ...(row['preheader'] === null ? {} : { preheader: row['preheader'] }),
  }
}
