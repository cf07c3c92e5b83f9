/** Limits, modules in all their changes, clocks that differ, and connections that are cut. */
import { documentOf, instanceOf, newName, section } from '../content.ts'
import type { Run, Scenario } from '../scenario.ts'
import { canSkewClocks, skewedClock } from '../skewed-clock.ts'
import { type ActionName, setStage, writeUntil } from '../writers.ts'
import { lockHolders } from './starts.ts'

const aheadSeconds = 180

/** Replicas whose clocks are three minutes apart, longer than a lock lasts. */
export const skewedClocks: Scenario = {
  name: 'skewed-clocks',
  about: 'The clock of one replica is three minutes ahead: locks, keys of calls, jobs and credits hold all the same.',
  rounds: [2, 30],
  world: { environment: (index) => (index === 1 && canSkewClocks ? skewedClock(aheadSeconds) : {}) },
  async run(run) {
    const { world, ledger, rounds, fail } = run
    if (!canSkewClocks) return { skipped: 'no C compiler' }
    for (let round = 0; round < rounds; round++) {
      const [name, key] = [newName('Twice'), crypto.randomUUID()]
      const body = { name, type: 'other', document: documentOf(section('a', name)) }
      const ids = []
      for (const at of [round % 2, 1 - (round % 2)])
        ids.push((await world.insist({ method: 'POST', path: '/v1/templates', body, at }, key)).body['id'])
      if (ids[0] !== ids[1]) fail(`one Idempotency-Key at replicas with different clocks makes ${ids.join(' and ')}`)
      ledger.noteCreated(name, String(ids[0]))
    }
    const stage = await setStage(world)
    const end = performance.now() + rounds * 1000
    const only: ActionName[] = [
      'create',
      'createTwice',
      'insert',
      'batch',
      'verify',
      'export',
      'upload',
      'trash',
      'firstSave',
    ]
    await writeUntil(world, { stage, ledger, writers: 8, isOver: () => performance.now() > end, only })
    return lockHolders.run(run)
  },
}

const webhookLimit = 50

/** Limits that are counted before a row is written. */
export const limitsAtOnce: Scenario = {
  name: 'limits-at-once',
  about: 'More webhooks than a project may have are registered at once at all replicas.',
  rounds: [1, 5],
  async run({ world, rounds, fail }) {
    const count = async () =>
      Number((await world.database.rows('select count(*) as count from webhooks'))[0]?.['count'] ?? 0)
    for (let round = 0; round < rounds; round++) {
      const made: string[] = []
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let number = 0; number < 9; number++) {
            const body = { url: `${world.receiver.url}/${crypto.randomUUID()}`, events: ['export.failed'] }
            const answer = await world.insist({ method: 'POST', path: '/v1/webhooks', body, mayBe: [403, 422] })
            if (answer.status === 201) made.push(String(answer.body['id']))
          }
        }),
      )
      const stored = await count()
      if (stored !== webhookLimit) fail(`${stored} webhooks are stored where ${webhookLimit} are allowed`)
      await Promise.all(made.map((id) => world.call({ method: 'DELETE', path: `/v1/webhooks/${id}` })))
    }
    return { rounds }
  },
}

/** A module changes, is synced, detached and deleted while what uses it changes, is erased and comes back. */
export const changingModules: Scenario = {
  name: 'changing-modules',
  about: 'Modules are changed, synced, detached and deleted with their instances while templates with them are erased.',
  rounds: [4, 60],
  world: { replicas: 3 },
  async run({ world, rounds, fail }) {
    const create = async (module: string) => {
      const body = {
        name: newName('T'),
        type: 'other',
        document: documentOf(section('a', 'x'), instanceOf(module, world.random.integer(2) === 0 ? 1 : 'latest')),
      }
      return world.call({ method: 'POST', path: '/v1/templates', body, mayBe: [422] })
    }
    let deleted = 0
    for (let round = 0; round < rounds; round++) {
      const nodes = (text: string) => [section('f', text)]
      const made = await world.must({ method: 'POST', path: '/v1/modules', body: { name: 'M', nodes: nodes('One') } })
      const id = String(made['id'])
      const path = `/v1/modules/${id}`
      const ids = (await Promise.all(Array.from({ length: 8 }, () => create(id)))).map(({ body }) => String(body['id']))
      const holder = await world.must({
        method: 'POST',
        path: '/v1/modules',
        body: { name: 'Holder', nodes: nodes('Holder') },
      })
      await Promise.all([
        world.call({ method: 'PUT', path, body: { nodes: nodes('Two') } }),
        world.call({ method: 'PUT', path, body: { nodes: nodes('Three') } }),
        world.insist({ method: 'POST', path: `${path}/sync`, body: {} }),
        world.insist({ method: 'POST', path: `${path}/detach`, body: { template_id: ids[0] } }),
        world.call({ method: 'DELETE', path: `/v1/templates/${ids[1]}?permanent=true` }),
        world.call({ method: 'DELETE', path: `/v1/templates/${ids[2]}` }),
        world.call({
          method: 'PUT',
          path: `/v1/templates/${ids[3]}`,
          body: { document: documentOf(section('a', 'y')) },
        }),
        world.call({
          method: 'PUT',
          path: `/v1/modules/${String(holder['id'])}`,
          // A module that shows it keeps it from being deleted.
          body: { nodes: round % 2 === 0 ? [instanceOf(id, 'latest')] : nodes('Other') },
          mayBe: [422],
        }),
        create(id),
      ])
      const [gone] = await Promise.all([
        world.call({ method: 'DELETE', path: `${path}?detach=true` }),
        create(id),
        world.call({ method: 'POST', path: `/v1/templates/${ids[2]}/restore` }),
        world.insist({ method: 'POST', path: `/v1/templates/${ids[4]}/duplicate`, body: {}, mayBe: [422] }),
      ])
      // What began to show it meanwhile keeps it; alone, it goes.
      const last =
        gone.status === 409 && round % 2 === 1
          ? await world.call({ method: 'DELETE', path: `${path}?detach=true` })
          : gone
      if (last.status === 409 && last !== gone) fail(`a module is not deleted with its instances: ${last.text}`)
      if (last.status === 202) await jobEnds({ world }, String(last.body['job_id']))
      if (last.status < 300) deleted++
      for (const template of ids.slice(4)) {
        const { status } = await world.call({ method: 'GET', path: `/v1/templates/${template}/html` })
        if (status !== 200) fail(`template ${template} is rendered with ${status}`)
      }
    }
    return { deleted }
  },
}

async function jobEnds({ world }: Pick<Run, 'world'>, id: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await world.call({ method: 'GET', path: `/v1/jobs/${id}` })
    if (!['queued', 'running', 'scheduled', 'ready'].includes(String(body['status']))) return
    await Bun.sleep(50)
  }
}

const backends = `datname = current_database() and application_name <> 'races'`

/** What an operator or a failover does to all connections at once. */
export const cutConnections: Scenario = {
  name: 'cut-connections',
  about: 'All connections to Postgres are ended again and again, in whatever they do, while everybody writes.',
  rounds: [6, 100],
  async run({ world, ledger, rounds }) {
    const stage = await setStage(world)
    let isOver = false
    const writing = writeUntil(world, { stage, ledger, writers: 12, isOver: () => isOver })
    let ended = 0
    for (let round = 0; round < rounds; round++) {
      await Bun.sleep(100 + world.random.integer(700))
      ended += (await world.database.rows(`select pg_terminate_backend(pid) from pg_stat_activity where ${backends}`))
        .length
    }
    isOver = true
    await writing
    return { 'connections ended': ended }
  },
}

const recoveryMs = 45_000

/** A primary that becomes a standby: it answers, and takes no writes. */
export const readOnly: Scenario = {
  name: 'read-only',
  about:
    'Postgres takes no writes for a while, with and without its connections ended; writes are 503, then all is well.',
  rounds: [1, 10],
  async run({ world, ledger, rounds, fail }) {
    const [row] = await world.database.rows('select current_database() as name')
    const turn = (isOn: boolean) =>
      world.database.rows(
        `alter database "${String(row?.['name'])}" set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
      )
    const stage = await setStage(world)
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      let isOver = false
      const writing = writeUntil(world, { stage, ledger, writers: 8, isOver: () => isOver })
      await Bun.sleep(300)
      await turn(true)
      await world.database.rows(`select pg_terminate_backend(pid) from pg_stat_activity where ${backends}`)
      const isNotReady = async () =>
        (await world.call({ method: 'GET', path: '/readyz', key: null, at: 0 })).status === 503
      for (let tries = 0; !(await isNotReady()); tries++) {
        if (tries === 300) {
          fail('/readyz does not say that Postgres takes no writes')
          break
        }
        await Bun.sleep(50)
      }
      refused += world.tally.count(503)
      await turn(false)
      const end = performance.now() + recoveryMs
      for (let good = 0; good < 10;) {
        const body = { name: newName('After'), type: 'other' }
        const answer = await world.call({ method: 'POST', path: '/v1/templates', body })
        good = answer.status === 201 ? good + 1 : 0
        if (good > 0) continue
        if (performance.now() > end) {
          fail('writes are still refused after Postgres takes them again')
          await world.database.rows(`select pg_terminate_backend(pid) from pg_stat_activity where ${backends}`)
          break
        }
        await Bun.sleep(50)
      }
      isOver = true
      await writing
    }
    return { refused }
  },
}
