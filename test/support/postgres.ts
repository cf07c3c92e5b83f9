/** Databases for tests on the throw-away Postgres server of the run. */
import { SQL } from 'bun'
import { postgresServer } from './postgres-server.ts'

export { ownPostgresServer, postgresServer } from './postgres-server.ts'

const templateName = 'prepared'
// Any number; held while the template is made, so that one process of the run makes it.
const templateLock = 1

let template: Promise<void> | undefined

/** The address of a new database: a copy of one that `prepare` was run on once, or empty without it. */
export async function createDatabase(prepare?: (url: string) => Promise<void>): Promise<string> {
  const server = await postgresServer()
  if (prepare !== undefined) await (template ??= makeTemplate(server, prepare))
  const source = prepare === undefined ? 'template0' : templateName
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(server, (client) => client.unsafe(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`))
  return `${server}/${name}`
}

async function makeTemplate(server: string, prepare: (url: string) => Promise<void>): Promise<void> {
  await administer(server, async (client) => {
    await client`select pg_advisory_lock(${templateLock})`
    const [made] = await client`select 1 from pg_database where datname = ${templateName}`
    if (made !== undefined) return
    const draft = `draft_${process.pid}`
    await client.unsafe(`DROP DATABASE IF EXISTS ${draft}`)
    await client.unsafe(`CREATE DATABASE ${draft} TEMPLATE template0`)
    await prepare(`${server}/${draft}`)
    await client.unsafe(`ALTER DATABASE ${draft} RENAME TO ${templateName}`)
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
