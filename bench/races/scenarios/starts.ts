/** Processes that begin at the same time on one store, and what an operator changes while they run. */
import { documentOf, newName, section } from '../content.ts'
import { runCommand } from '../replica.ts'
import type { Scenario } from '../scenario.ts'
import { setStage, writeUntil } from '../writers.ts'
import { openWorld } from '../world.ts'

/** Processes that find an empty database at once. */
export const firstStarts: Scenario = {
  name: 'first-starts',
  about: 'Three processes and two commands start at once on an empty database.',
  rounds: [1, 10],
  world: { replicas: 1 },
  async run({ world, rounds, fail }) {
    const { isSource = false } = world.options
    for (let round = 0; round < rounds; round++) {
      const empty = await openWorld({ seed: round, replicas: 3, isStarted: false, isSource })
      const migrating = [0, 1].map(() => runCommand(empty.commandOptions, ['migrate']))
      const starting = empty.replicas.map((replica) => replica.start())
      for (const started of await Promise.allSettled(starting))
        if (started.status === 'rejected') fail(`a first start: ${String(started.reason).slice(0, 300)}`)
      for (const { code, output } of await Promise.all(migrating))
        if (code !== 0) fail(`svc migrate ends with ${code}: ${output.slice(0, 300)}`)
      for (const table of ['companies', 'projects', 'api_keys'])
        for (const { name } of await empty.database.rows(`select name from ${table} group by name having count(*) > 1`))
          fail(`${table} has ${String(name)} more than once after three first starts`)
      const made = await empty.call({ method: 'GET', path: '/v1/templates/my' })
      if (made.status !== 200) fail(`the first key is answered ${made.status}`)
      await empty.stop()
    }
    return { starts: rounds * 3 }
  },
}

/** The instance secret is rotated while everybody seals and opens. */
export const rotatedSecrets: Scenario = {
  name: 'rotated-secrets',
  about: 'The instance secret, the plugin secret and API keys are rotated while webhooks, sessions and saves go on.',
  rounds: [1, 8],
  world: {
    // The generated secret lies in the data directory, which the processes share.
    environment: () => ({ SVC_SECRET: '' }),
  },
  async run({ world, ledger, rounds, fail }) {
    const stage = await setStage(world)
    let isOver = false
    const writing = writeUntil(world, {
      stage,
      ledger,
      writers: 6,
      isOver: () => isOver,
      only: ['webhook', 'create', 'insert', 'export', 'upload', 'batch'],
    })
    for (let round = 0; round < rounds; round++) {
      await Bun.sleep(300)
      const { code, output } = await runCommand(world.commandOptions, ['secrets', 'rotate'])
      if (code !== 0) fail(`svc secrets rotate ends with ${code}: ${output.slice(0, 300)}`)
    }
    isOver = true
    await writing
    const { code, output } = await runCommand(world.commandOptions, ['secrets', 'status', '--json'])
    if (code !== 0) fail(`svc secrets status ends with ${code}: ${output.slice(0, 300)}`)
    return { rotations: rounds }
  },
}

/** One session of the editor at all replicas. */
export const sessionsEverywhere: Scenario = {
  name: 'sessions-everywhere',
  about:
    'Sessions of the editor are opened, renewed and used at any replica, and each save is sent twice under its id.',
  rounds: [6, 60],
  async run({ world, ledger, rounds, fail }) {
    let saves = 0
    await Promise.all(
      Array.from({ length: 3 }, async (_, user) => {
        for (let round = 0; round < Math.ceil(rounds / 3); round++) {
          const emailId = newName('email')
          let headers = await world.openSession(emailId, user)
          let revision = 0
          for (let edit = 0; edit < 5; edit++) {
            const text = newName('word')
            const operations = [{ op: 'insert', parent: 'root', index: 0, nodes: [section(`e${edit}`, text)] }]
            const body = { baseRevision: revision, operations, editId: crypto.randomUUID() }
            const save = () => world.call({ method: 'POST', path: '/v1/plugin/operations', key: null, headers, body })
            const answers = await Promise.all([save(), save()])
            const saved = answers
              .filter(({ status }) => status === 200)
              .map((answer) => Number(answer.body['revision']))
            if (saved.length === 0 || new Set(saved).size > 1)
              fail(
                `a save that was sent twice is answered ${answers.map(({ status, text: said }) => `${status} ${said.slice(0, 200)}`).join(' and ')}`,
              )
            revision = saved[0] ?? revision + 1
            saves++
            if (edit % 2 === 1) {
              const renewed = await world.must({ method: 'POST', path: '/v1/plugin/refresh', key: null, headers })
              headers = { ...headers, 'svc-session': String(renewed['sessionId']) }
            }
            const { body: edited } = await world.call({
              method: 'GET',
              path: '/v1/plugin/document',
              key: null,
              headers,
            })
            if (edited['revision'] !== revision)
              fail(`revision ${String(edited['revision'])} is read after ${revision} was saved`)
            ledger.inserted.push({ templateId: String(edited['templateId']), text })
          }
        }
      }),
    )
    return { saves }
  },
}

/** Who holds the lock of a template, as both replicas see it. */
export const lockHolders: Scenario = {
  name: 'lock-holders',
  about: 'Two callers take and force the lock of templates at two replicas.',
  rounds: [6, 60],
  async run({ world, rounds, fail }) {
    const made = await world.must({ method: 'POST', path: '/v1/api-keys', body: { name: newName('Second') } })
    const second = String(made['key'])
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      const body = { name: newName('Locked'), type: 'other', document: documentOf(section('a', 'x')) }
      const path = `/v1/templates/${String((await world.must({ method: 'POST', path: '/v1/templates', body }))['id'])}`
      const holder = round % 2
      const locked = await world.call({ method: 'POST', path: `${path}/lock`, body: {}, at: holder })
      if (locked.status !== 200) fail(`the lock of a free template is answered ${locked.status}`)
      const answers = await Promise.all([
        world.call({ method: 'PUT', path, body: { name: 'Other' }, key: second, at: 1 - holder }),
        world.call({ method: 'POST', path: `${path}/lock`, body: {}, key: second, at: 1 - holder }),
      ])
      if (answers.every(({ status }) => status === 423)) refused++
      else
        fail(`a lock that is held is answered ${answers.map(({ status }) => status).join(' and ')} to another server`)
      const own = await world.call({ method: 'PUT', path, body: { name: 'Own' }, at: 1 - holder })
      if (own.status !== 200) fail(`the holder of the lock is answered ${own.status} by the other replica`)
    }
    return { refused }
  },
}
