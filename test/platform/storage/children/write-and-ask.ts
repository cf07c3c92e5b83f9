/**
 * Changes a row, asks a server in another process for it, and compares; while others ask the server too, so that it handles
 * several requests in one turn. Prints how many answers were old.
 */
import { sql } from 'drizzle-orm'
import { openStore } from '../../../../src/platform/storage/index.ts'

const [dataDir = '', url = '', rounds = '0'] = process.argv.slice(2)
const store = await openStore({ dataDir, mustExist: true })
let isDone = false
const others = Array.from({ length: 8 }, async () => {
  while (!isDone) await (await fetch(url)).text()
})
let old = 0
for (let round = 1; round <= Number(rounds); round++) {
  await store.tx(async (db) => void (await db.rows(sql`update settings set value = ${`${round}`} returning key`)), {
    survives: 'process',
  })
  const answer = await (await fetch(url)).text()
  if (answer !== String(round)) old++
}
isDone = true
await Promise.all(others)
await store.close()
console.log(`${old} of ${rounds} were old`)
