/** Writes rows from several sides at once and prints the key of each when its transaction has resolved, until killed. */
import { writeSync } from 'node:fs'
import { migrate, openStore } from '../../../../src/platform/storage/index.ts'

const [dataDir = '', round = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, exclusive: true })
await migrate(store)

async function writeForever(side: number): Promise<never> {
  for (let index = 0; ; index++) {
    const key = `${round}/${side}/${index}`
    await store.tx(async (db) => {
      await db.insert(db.tables.settings).values({ key, value: 'x'.repeat(index % 3000) })
    })
    writeSync(1, `${key}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, (_, side) => writeForever(side)))
