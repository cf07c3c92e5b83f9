/** Databases for tests on the throw-away Postgres server of the run. */
import { SQL } from 'bun'
import { postgresServer } from './postgres-server.ts'

export { ownPostgresServer, postgresServer } from './postgres-server.ts'

// Any number; held while a template is made, so that one process of the run makes it.
const templateLock = 1

/** A database that others are copies of. */
export interface DatabaseTemplate {
  name: string
  prepare(url: string): Promise<void>
}

const made = new Map<string, Promise<void>>()

/** The address of a new database: a copy of the template, which is made once, or empty without one. */
export async function createDatabase(template?: DatabaseTemplate): Promise<string> {
  const server = await postgresServer()
  if (template !== undefined) {
    const making = made.get(template.name) ?? makeTemplate(server, template)
    made.set(template.name, making)
    await making
  }
  const source = template?.name ?? 'template0'
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(server, (client) => client.unsafe(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`))
  return `${server}/${name}`
}

async function makeTemplate(server: string, { name, prepare }: DatabaseTemplate): Promise<void> {
  await administer(server, async (client) => {
    await client`select pg_advisory_lock(${templateLock})`
    const [existing] = await client`select 1 from pg_database where datname = ${name}`
    if (existing !== undefined) return
    const draft = `draft_${process.pid}`
    await client.unsafe(`DROP DATABASE IF EXISTS ${draft}`)
    await client.unsafe(`CREATE DATABASE ${draft} TEMPLATE template0`)
    await prepare(`${server}/${draft}`)
    await client.unsafe(`ALTER DATABASE ${draft} RENAME TO ${name}`)
  })
}

async function administer(server: string, work: (client: SQL) => Promise<unknown>): Promise<void> {
  const client = new SQL({ url: `${server}/postgres`, max: 1 })
  try {
    await work(client)
  } finally {
    await client.close()
  }
}
