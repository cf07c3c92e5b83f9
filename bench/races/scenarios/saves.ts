/** Saves of the same thing at once. */
import { documentOf, instanceOf, newName, section } from '../content.ts'
import type { Scenario } from '../scenario.ts'
import { type ActionName, firstSave, setStage, writeUntil } from '../writers.ts'

/** Two people save an email that nobody has saved before. */
export const firstSaves: Scenario = {
  name: 'first-saves',
  about: 'Two people save the same new email of the editor at once; one template, and nobody is told of another.',
  rounds: [8, 40],
  async run({ world, ledger, rounds, fail }) {
    const count = async () =>
      Number(
        (
          await world.database.rows(`select count(*) as count from templates where created_by_kind = 'plugin_user'`)
        )[0]?.['count'],
      )
    const before = await count()
    for (let round = 0; round < rounds; round++) await firstSave(world, newName('email'), ledger)
    const made = (await count()) - before
    if (made !== rounds) fail(`${rounds} emails are ${made} templates`)
    return { emails: rounds }
  },
}

const pinned = 45

/** A module is synced again and again beside savers of its templates. */
export const moduleSync: Scenario = {
  name: 'module-sync',
  about: 'Pinned instances of 45 templates are synced while four people save those templates.',
  rounds: [3, 20],
  async run({ world, rounds, fail }) {
    const made = await world.must({
      method: 'POST',
      path: '/v1/modules',
      body: { name: 'M', nodes: [section('f', 'One')] },
    })
    const module = String(made['id'])
    const document = documentOf(section('a', 'x'), instanceOf(module, 1))
    const ids = await Promise.all(
      Array.from({ length: pinned }, async () =>
        String(
          (
            await world.must({
              method: 'POST',
              path: '/v1/templates',
              body: { name: newName('P'), type: 'other', document },
            })
          )['id'],
        ),
      ),
    )
    let isOver = false
    let saved = 0
    const savers = [0, 1, 2, 3].map(async () => {
      while (!isOver) {
        const operations = [{ op: 'set', id: 'a', props: { text: `<p>${newName('w')}</p>` } }]
        const id = world.random.pick(ids)
        const { body } = await world.call({ method: 'GET', path: `/v1/templates/${id}` })
        const answer = await world.call({
          method: 'POST',
          path: `/v1/templates/${id}/operations`,
          body: { base_revision: body['revision'], operations },
        })
        if (answer.status === 200) saved++
      }
    })
    let synced = 0
    for (let round = 0; round < rounds; round++) {
      await world.must({ method: 'PUT', path: `/v1/modules/${module}`, body: { nodes: [section('f', newName('v'))] } })
      const { body, status } = await world.call({ method: 'POST', path: `/v1/modules/${module}/sync`, body: {} })
      const results = (body['results'] ?? []) as { ok: boolean; changed: boolean }[]
      const changed = results.filter(({ ok, changed: isChanged }) => ok && isChanged).length
      if (status === 200 && changed === pinned) synced++
      else fail(`sync ${round + 1} is answered ${status} and changed ${changed} of ${pinned} templates`)
    }
    isOver = true
    await Promise.all(savers)
    return { syncs: `${synced} of ${rounds}`, saved }
  },
}

/** Everything at once. */
export const mixed: Scenario = {
  name: 'mixed',
  about: 'Writers of all kinds at two replicas, for as many seconds as there are rounds.',
  rounds: [6, 100],
  async run({ world, ledger, rounds }) {
    const stage = await setStage(world)
    const end = performance.now() + rounds * 1000
    await writeUntil(world, { stage, ledger, writers: 24, isOver: () => performance.now() > end })
    return { seconds: rounds, saves: ledger.inserted.length }
  },
}

/** What needs locks on many rows, with nothing between. */
export const lockOrder: Scenario = {
  name: 'lock-order',
  about: 'Only writers that lock several rows each: grants, moves of folders and templates, syncs, trash.',
  rounds: [4, 60],
  world: { replicas: 3 },
  async run({ world, ledger, rounds }) {
    const stage = await setStage(world)
    const end = performance.now() + rounds * 1000
    const only: ActionName[] = [
      'grant',
      'grantTemplate',
      'move',
      'moveMany',
      'moveFolder',
      'syncModule',
      'trash',
      'useModule',
      'replace',
    ]
    await writeUntil(world, { stage, ledger, writers: 18, isOver: () => performance.now() > end, only })
    return { seconds: rounds }
  },
}

/** The same on the one process of SQLite. */
export const mixedOnSqlite: Scenario = {
  name: 'mixed-sqlite',
  about: 'Writers of all kinds at one process on SQLite, for as many seconds as there are rounds.',
  rounds: [3, 60],
  world: { dialect: 'sqlite', replicas: 1 },
  run: mixed.run,
}
