/** Migrates a store with one more migration that never ends; prints a line before the first one. */
import { cpSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, openStore } from '../../../src/platform/storage/index.ts'

const [dataDir = '', url = '', shipped = '', folder = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, ...(url === '' ? {} : { url }) })
cpSync(shipped, folder, { recursive: true })
const endless =
  'CREATE TABLE endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS i FROM n;'
for (const dialect of ['sqlite', 'postgres']) writeFileSync(join(folder, dialect, '9001_endless.sql'), endless)
await migrate(store, folder, () => writeSync(1, 'migrating\n'))
