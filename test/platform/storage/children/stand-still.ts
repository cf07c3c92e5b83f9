/** Locks a row in a transaction that never ends, for a parent that stops this process: `stand-still.ts URL DATA_DIR`. */
import { openStore } from '../../../../src/platform/storage/index.ts'
import { putSetting } from '../rows.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const store = await openStore({ url, dataDir, deadlines: { idleTransactionMs: 1500 } })
await store.tx((db) => putSetting(db, 'shared'))
await store.tx(async (db) => {
  await db.update(db.tables.settings).set({ value: 'held' })
  process.stdout.write('locked\n')
  await new Promise(() => undefined)
})
