import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '../../../src/platform/storage/index.ts'
import { createRandom } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { settingKeys } from './rows.ts'

const rounds = 20
const seed = Number(process.env.SVC_TEST_SEED ?? 1)

/** Lets the child acknowledge at least so many rows, kills it, and gives every key it acknowledged. */
async function killAfter(acknowledged: number, dataDir: string, round: number): Promise<string[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'children/write.ts'), dataDir, `${round}`], {
    stdout: 'pipe',
  })
  const decoder = new TextDecoder()
  let output = ''
  for await (const chunk of child.stdout) {
    output += decoder.decode(chunk, { stream: true })
    if (!child.killed && output.split('\n').length > acknowledged) child.kill('SIGKILL')
  }
  await child.exited
  // The last line may have been cut off by the kill.
  return output.split('\n').slice(0, -1)
}

test(`every acknowledged row outlives a kill -9, in ${rounds} rounds on one file (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const dataDir = temporaryDirectory()
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const keys = await killAfter(1 + random.integer(400), dataDir, round)
    expect(keys.length).toBeGreaterThan(0)
    acknowledged.push(...keys)

    const store = await openStore({ dataDir, exclusive: true })
    const present = new Set(await settingKeys(store))
    expect(acknowledged.filter((key) => !present.has(key))).toEqual([])
    await store.close()
    const file = new Database(join(dataDir, 'svc.db'), { readonly: true })
    expect(file.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    file.close()
  }
})
