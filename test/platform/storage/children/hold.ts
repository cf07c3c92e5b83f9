/** Opens the store of a directory as a server does, says so, and holds it until its input ends. */
import { StorageError, openStore } from '../../../../src/platform/storage/index.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const store = await openStore({ dataDir, exclusive: true })
  console.log('open')
  await Bun.stdin.text()
  await store.close()
} catch (error) {
  if (!(error instanceof StorageError)) throw error
  console.log(error.message)
  process.exitCode = 1
}
