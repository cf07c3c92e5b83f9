/** kill -9 in the middle of writing, twenty times over: what was answered 201 is there afterwards. */
import { expect, test } from 'bun:test'
import { createRandom } from '../support/random.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'

const rounds = 20
const writers = 8

test('every acknowledged template survives kill -9, twenty times', async () => {
  const dataDir = temporaryDirectory()
  const random = createRandom(9)
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(dataDir)
    const enough = acknowledged.length + 5 + random.integer(60)
    const writing = Array.from({ length: writers }, (_, writer) =>
      writeUntilDead(server, `${round}-${writer}`, acknowledged),
    )
    while (acknowledged.length < enough) await new Promise(setImmediate)
    await server.kill('SIGKILL')
    await Promise.all(writing)
  }
  const server = await startServer(dataDir)
  const missing: string[] = []
  for (const id of acknowledged) {
    const answer = await server.call('GET', `/v1/templates/${id}/structured`)
    if (answer.status !== 200) missing.push(id)
    await answer.body?.cancel()
  }
  expect(missing).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(rounds * 5)
  expect(await server.kill('SIGTERM')).toBe(0)
})

/** Creates templates one after the other until the connection breaks; keeps the id of each that was answered. */
async function writeUntilDead(server: ServerProcess, name: string, acknowledged: string[]): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      const answer = await server.call('POST', '/v1/templates', { name: `${name}-${i}`, type: 'promotional' })
      const { id } = (await answer.json()) as { id: string }
      if (answer.status === 201) acknowledged.push(id)
    } catch {
      return
    }
  }
}
