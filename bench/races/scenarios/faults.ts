/** Processes that die or stand still, and a database that does not answer. */
import { documentOf, newFile, newName, section } from '../content.ts'
import type { Ledger } from '../ledger.ts'
import { processorMsOf } from '../../server.ts'
import type { Replica } from '../replica.ts'
import type { Scenario } from '../scenario.ts'
import type { World } from '../world.ts'
import { type ActionName, setStage, writeUntil } from '../writers.ts'

const lossShare = 0.04

const repeatable: ActionName[] = [
  'create',
  'createTwice',
  'upload',
  'export',
  'batch',
  'verify',
  'insert',
  'firstSave',
  'duplicate',
  'webhook',
]

/** Answers to COMMITs are lost, and the calls repeated under their keys. */
export const lostCommits: Scenario = {
  name: 'lost-commits',
  about: 'The answers to 4 % of all COMMITs are lost while calls are repeated under their keys at any replica.',
  rounds: [5, 70],
  async run({ world, ledger, rounds }) {
    const stage = await setStage(world)
    for (const proxy of world.commits) proxy.loseShare(lossShare, () => world.random.next())
    const end = performance.now() + rounds * 1000
    await writeUntil(world, { stage, ledger, writers: 16, isOver: () => performance.now() > end, only: repeatable })
    for (const proxy of world.commits) proxy.loseShare(0, () => 1)
    return { seconds: rounds, templates: ledger.created.size, batches: ledger.batches.size }
  },
}

/** Each upload and each export loses the answer to the COMMIT that its row is written by. */
export const lostFiles: Scenario = {
  name: 'lost-files',
  about: 'Every upload and every export loses the answer to its COMMIT once; the same file is sent again.',
  rounds: [6, 30],
  async run({ world, ledger, rounds }) {
    const templateId = String(
      (
        await world.must({
          method: 'POST',
          path: '/v1/templates',
          body: { name: newName('T'), type: 'other', document: documentOf(section('a', 'x')) },
        })
      )['id'],
    )
    for (let round = 0; round < rounds; round++) {
      const { file, sha256 } = newFile('text')
      const form = () => {
        const data = new FormData()
        data.append('file', file)
        return data
      }
      for (const proxy of world.commits) proxy.lose('answer', /insert into "assets"/i, 1)
      const { body, status } = await world.insist({ method: 'POST', path: '/v1/assets', form })
      if (status === 200 || status === 201)
        ledger.uploads.push({ id: String(body['id']), url: String(body['url']), sha256 })
      for (const proxy of world.commits) proxy.lose('answer', /insert into "exports"/i, 1)
      const order = { template_id: templateId, format: 'zip' }
      const made = await world.insist({ method: 'POST', path: '/v1/export', body: order })
      if (made.body['status'] === 'completed') ledger.exports.add(String(made.body['id']))
    }
    for (const proxy of world.commits) proxy.lose('answer', /$^/, 0)
    return { files: ledger.uploads.length, exports: ledger.exports.size }
  },
}

/** Processes are killed again and again, in turn or together, while everybody writes. */
const killLoop =
  (replicas: number): Scenario['run'] =>
  async ({ world, ledger, rounds }) => {
    const stage = await setStage(world)
    let isOver = false
    const writing = writeUntil(world, { stage, ledger, writers: 10, isOver: () => isOver, only: repeatable })
    for (let round = 0; round < rounds; round++) {
      await worked(world, 20)
      await Bun.sleep(world.random.integer(500))
      const killed =
        replicas > 1 && world.random.integer(4) === 0 ? world.replicas : [world.random.pick(world.replicas)]
      await Promise.all(killed.map((replica) => replica.kill('SIGKILL')))
      await Promise.all(killed.map((replica) => replica.start()))
    }
    isOver = true
    await writing
    return { kills: rounds, templates: ledger.created.size }
  }

/** Resolves once so many more calls were answered, or after seconds. */
async function worked({ tally }: World, calls: number): Promise<void> {
  const answered = () => tally.calls - tally.count(0) - tally.count(503)
  const [before, end] = [answered(), performance.now() + 10_000]
  while (answered() < before + calls && performance.now() < end) await Bun.sleep(20)
}

export const kills: Scenario = {
  name: 'kills',
  about: 'Replicas are killed with SIGKILL and started again while everybody writes.',
  rounds: [4, 300],
  run: killLoop(2),
}

export const killsOnSqlite: Scenario = {
  name: 'kills-sqlite',
  about: 'The one process on SQLite is killed with SIGKILL and started again while everybody writes.',
  rounds: [4, 300],
  world: { dialect: 'sqlite', replicas: 1 },
  run: killLoop(1),
}

/** A replica is stopped in the middle of an export, which another one takes over. */
export const frozenExport: Scenario = {
  name: 'frozen-export',
  about: 'A replica stands still in the middle of an export; another takes it over; then the first goes on.',
  rounds: [2, 10],
  async run({ world, rounds, fail }) {
    const blocks = Array.from({ length: 150 }, (_, at) => ({
      type: 'text',
      text: `<p>Paragraph ${at} of many words</p>`,
    }))
    const document = { meta: { title: 'T' }, rows: [{ type: 'section', columns: [{ blocks }] }] }
    const ids = await Promise.all(
      Array.from({ length: 30 }, async () =>
        String(
          (
            await world.must({
              method: 'POST',
              path: '/v1/templates',
              body: { name: newName('T'), type: 'other', document },
            })
          )['id'],
        ),
      ),
    )
    let takenOver = 0
    for (let round = 0; round < rounds; round++) {
      const order = await world.must({
        method: 'POST',
        path: '/v1/export',
        body: { template_ids: ids, format: 'zip', async: true },
      })
      const id = String(order['id'])
      const running = await findRunner(world, id)
      if (running === undefined) continue
      running.pause()
      // In place of the half minute after which the job is anybody's.
      await world.database.rows(`update jobs set lease_until = 1 where state = 'running'`)
      const other = world.replicas.findIndex((replica) => replica !== running)
      for (let tries = 0; tries < 1200; tries++) {
        const { body } = await world.call({ method: 'GET', path: `/v1/export/${id}`, at: other })
        if (body['status'] === 'completed') break
        await Bun.sleep(50)
      }
      running.resume()
      takenOver++
      // What the first one does when it notices that the job is not its own any more.
      await Bun.sleep(3500)
      const { body } = await world.call({ method: 'GET', path: `/v1/export/${id}`, at: other })
      if (body['status'] !== 'completed') fail(`export ${id} is ${String(body['status'])} after it was taken over`)
    }
    return { 'taken over': takenOver }
  },
}

/** The replica that makes the export: stopping the other one does not stop it. */
async function findRunner(world: World, exportId: string): Promise<Replica | undefined> {
  for (let tries = 0; tries < 400; tries++) {
    const [row] = await world.database.rows(`select status from exports where id = '${exportId}'`)
    if (row?.['status'] === 'completed') return undefined
    if (row?.['status'] === 'running') break
    await Bun.sleep(5)
  }
  // Anyone who does not use the processor is not the one.
  const before = world.replicas.map(({ pid }) => processorMsOf(pid))
  await Bun.sleep(120)
  const used = world.replicas.map(({ pid }, at) => processorMsOf(pid) - (before[at] ?? 0))
  return world.replicas[used.indexOf(Math.max(...used))]
}

/** Connections to Postgres that carry nothing, while new ones work, or do not either for a while. */
export const silentConnections: Scenario = {
  name: 'silent-connections',
  about: 'The open connections of a replica to Postgres carry nothing any more; then all of them, new ones too.',
  rounds: [1, 3],
  async run({ world, rounds, fail, ledger }) {
    let worstMs = 0
    for (let round = 0; round < rounds; round++) {
      for (const isTotal of [false, true]) {
        await fillPool(world, ledger)
        const [silence] = world.silences
        if (isTotal) silence?.swallowNew(true)
        silence?.swallow()
        const startedAt = performance.now()
        if (isTotal) setTimeout(() => silence?.swallowNew(false), 5000)
        const healed = await firstAnswers(world)
        if (!healed)
          fail(`a replica does not answer after its connections fell silent (${isTotal ? 'all' : 'those open'})`)
        worstMs = Math.max(worstMs, performance.now() - startedAt)
      }
    }
    return { 'healed after, s': (worstMs / 1000).toFixed(1) }
  },
}

async function fillPool(world: World, ledger: Ledger): Promise<void> {
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const name = newName('Before')
      const body = { name, type: 'other' }
      const answer = await world.insist({ method: 'POST', path: '/v1/templates', body, at: 0 })
      if (answer.status === 201) ledger.noteCreated(name, String(answer.body['id']))
    }),
  )
}

/** True if twenty calls in a row are answered 200 at the end, and the replica says that it is ready; gives up after minutes. */
async function firstAnswers(world: World): Promise<boolean> {
  const end = performance.now() + 120_000
  for (let good = 0; good < 20;) {
    if (performance.now() > end) return false
    const answers = await Promise.all([
      world.call({ method: 'GET', path: '/v1/templates/my', at: 0 }),
      world.call({ method: 'POST', path: '/v1/templates', body: { name: newName('After'), type: 'other' }, at: 0 }),
      world.call({ method: 'GET', path: '/v1/webhooks', at: 0 }),
      world.call({ method: 'GET', path: '/readyz', key: null, at: 0 }),
    ])
    good = answers.every(({ status }) => status > 0 && status < 300) ? good + 1 : 0
  }
  return true
}

/** A replica is stopped at any moment of its work, with whatever locks it holds. */
export const frozenPeer: Scenario = {
  name: 'frozen-peer',
  about: 'A replica stands still at any moment of its writes, with its locks; the other one goes on.',
  rounds: [1, 10],
  async run({ world, ledger, rounds, fail }) {
    const stage = await setStage(world)
    let held = 0
    let worstMs = 0
    for (let round = 0; round < rounds; round++) {
      let isOver = false
      const [frozen] = world.replicas
      const writing = writeUntil(world, {
        stage,
        ledger,
        writers: 12,
        isOver: () => isOver,
        only: ['insert', 'replace', 'move', 'grant', 'create', 'syncModule', 'trash'],
      })
      // Stopped until it holds a transaction: what it stopped in is open then.
      for (let tries = 0; tries < 200; tries++) {
        await Bun.sleep(20 + world.random.integer(80))
        frozen?.pause()
        const open = await world.database.rows(
          `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        )
        if (open.length > 0) {
          await Bun.sleep(200)
          const still = await world.database.rows(
            `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and now() - state_change > interval '150 milliseconds'`,
          )
          if (still.length > 0) {
            held++
            break
          }
        }
        frozen?.resume()
      }
      const startedAt = performance.now()
      const end = startedAt + 90_000
      let good = 0
      while (good < 10 && performance.now() < end) {
        const answers = await Promise.all(
          stage.growing.map((id) =>
            world.call({
              method: 'PUT',
              path: `/v1/templates/${id}`,
              body: { tags: [newName('t').slice(0, 20)] },
              at: 1,
            }),
          ),
        )
        const ready = await world.call({ method: 'GET', path: '/readyz', key: null, at: 1 })
        good = [...answers, ready].every(({ status }) => status === 200) ? good + 1 : 0
      }
      if (good < 10) fail('a replica does not answer while another one stands still')
      worstMs = Math.max(worstMs, performance.now() - startedAt)
      isOver = true
      frozen?.resume()
      await writing
    }
    return { 'stopped with locks': held, 'others served after, s': (worstMs / 1000).toFixed(1) }
  },
}
