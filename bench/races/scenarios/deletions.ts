/** What is deleted while somebody begins to use it. */
import { documentOf, instanceOf, newFile, newName, section } from '../content.ts'
import type { Run, Scenario } from '../scenario.ts'
import type { World } from '../world.ts'

const template = async (world: World, rows: object[], more: object = {}) =>
  world.insist({
    method: 'POST',
    path: '/v1/templates',
    body: { name: newName('T'), type: 'other', document: documentOf(...rows), ...more },
  })

/** An asset, a module and a folder are deleted beside saves that begin to use them. */
export const deletedInUse: Scenario = {
  name: 'deleted-in-use',
  about: 'Assets, modules and folders are deleted while templates begin to use them.',
  rounds: [10, 100],
  async run(run) {
    const figures = { assets: 0, modules: 0, folders: 0 }
    for (let round = 0; round < run.rounds; round++) {
      figures.assets += await deleteAsset(run)
      figures.modules += await deleteModule(run)
      figures.folders += await deleteFolder(run)
    }
    return figures
  },
}

async function deleteAsset({ world }: Run): Promise<number> {
  const { file } = newFile('image')
  const form = () => {
    const data = new FormData()
    data.append('file', file)
    return data
  }
  const asset = await world.must({ method: 'POST', path: '/v1/assets', form })
  const image = { id: 'p', type: 'image', src: String(asset['url']), alt: 'x' }
  const row = { type: 'section', columns: [{ blocks: [image] }] }
  const elsewhere = String((await template(world, [section('a', 'x')])).body['id'])
  const [, , gone] = await Promise.all([
    template(world, [row]),
    world.call({ method: 'PUT', path: `/v1/templates/${elsewhere}`, body: { document: documentOf(row) } }),
    world.call({ method: 'DELETE', path: `/v1/assets/${String(asset['id'])}` }),
  ])
  return gone.status === 204 ? 1 : 0
}

async function deleteModule({ world }: Run): Promise<number> {
  const made = await world.must({
    method: 'POST',
    path: '/v1/modules',
    body: { name: newName('M'), nodes: [section('f', 'x')] },
  })
  const id = String(made['id'])
  const elsewhere = String((await template(world, [section('a', 'x')])).body['id'])
  const [, , , gone] = await Promise.all([
    world.call({
      method: 'POST',
      path: '/v1/templates',
      body: { name: newName('T'), type: 'other', document: documentOf(instanceOf(id, 'latest')) },
      mayBe: [422],
    }),
    world.call({
      method: 'PUT',
      path: `/v1/templates/${elsewhere}`,
      body: { document: documentOf(instanceOf(id, 1)) },
      mayBe: [422],
    }),
    world.call({ method: 'PUT', path: `/v1/modules/${id}`, body: { nodes: [section('f', 'y')] } }),
    world.call({ method: 'DELETE', path: `/v1/modules/${id}` }),
  ])
  return gone.status === 204 ? 1 : 0
}

async function deleteFolder({ world }: Run): Promise<number> {
  const folder = String((await world.must({ method: 'POST', path: '/v1/folders', body: { name: newName('F') } }))['id'])
  const inside = String((await template(world, [section('a', 'x')], { folder })).body['id'])
  const contents = world.random.pick(['move_up', 'delete'])
  const [gone] = await Promise.all([
    world.call({ method: 'DELETE', path: `/v1/folders/${folder}?contents=${contents}` }),
    template(world, [section('a', 'x')], { folder }),
    world.insist({ method: 'POST', path: `/v1/templates/${inside}/duplicate`, body: {} }),
    world.insist({ method: 'POST', path: '/v1/folders', body: { name: newName('Sub'), parent_id: folder } }),
    world.call({ method: 'PUT', path: `/v1/folders/${folder}/permissions`, body: { default: 'view', grants: [] } }),
  ])
  return gone.status === 204 ? 1 : 0
}

/** Two calls that need one name, or one place. */
export const sameNames: Scenario = {
  name: 'same-names',
  about: 'Folders, keys and grants of one name are made at once; limits are reached at once.',
  rounds: [12, 60],
  async run({ world, rounds }) {
    for (let round = 0; round < rounds; round++) {
      const [name, email] = [newName('Same'), newName('email')]
      const folder = String(
        (await world.must({ method: 'POST', path: '/v1/folders', body: { name: newName('F') } }))['id'],
      )
      const target = String((await template(world, [section('a', 'x')])).body['id'])
      const grant = (level: string) => ({ principal: { kind: 'role', id: 'editor' }, level })
      await Promise.all([
        world.call({ method: 'POST', path: '/v1/folders', body: { name } }),
        world.call({ method: 'POST', path: '/v1/templates', body: { name, type: 'other', folder: name } }),
        world.call({ method: 'POST', path: '/v1/templates', body: { name: `${name} 2`, type: 'other', folder: name } }),
        world.call({ method: 'PUT', path: `/v1/folders/${folder}`, body: { name } }),
        ...['none', 'view'].map((level) =>
          world.call({
            method: 'PUT',
            path: `/v1/folders/${folder}/permissions`,
            body: { default: level, grants: [grant('edit')] },
          }),
        ),
        ...['view', 'edit'].map((level) =>
          world.call({ method: 'POST', path: `/v1/templates/${target}/permissions`, body: grant(level) }),
        ),
        ...[0, 1].map(() =>
          world.call({ method: 'POST', path: '/v1/api-keys', body: { name, scopes: ['templates:read'] } }),
        ),
        ...[0, 1].map(() => world.call({ method: 'POST', path: `/v1/templates/${target}/favorite`, body: {} })),
        world.openSession(email, 1),
        world.openSession(email, 1),
      ])
    }
    return { rounds }
  },
}

const dayMs = 24 * 60 * 60 * 1000

/** The hour at which the trash is emptied, and somebody takes a template out of it. */
export const restoredAtTheHour: Scenario = {
  name: 'restored-at-the-hour',
  about: 'Templates are restored, copied and erased while the purge of the trash runs at two replicas.',
  rounds: [4, 40],
  async run({ world, rounds, fail }) {
    let restored = 0
    for (let round = 0; round < rounds; round++) {
      const ids = await Promise.all(
        Array.from({ length: 16 }, async () => String((await template(world, [section('a', 'x')])).body['id'])),
      )
      await Promise.all(ids.map((id) => world.call({ method: 'DELETE', path: `/v1/templates/${id}` })))
      await world.database.rows(
        `update templates set deleted_at = ${Date.now() - 31 * dayMs} where deleted_at is not null`,
      )
      await beginPurges(world, 2)
      const kept: string[] = []
      await Promise.all(
        ids.map(async (id, at) => {
          await Bun.sleep(world.random.integer(300))
          const path = `/v1/templates/${id}`
          if (at % 4 === 0) return world.call({ method: 'DELETE', path: `${path}?permanent=true` })
          const answer = await world.call({ method: 'POST', path: `${path}/restore` })
          if (answer.status === 200) kept.push(id)
          if (at % 4 === 1) await world.insist({ method: 'POST', path: `${path}/duplicate`, body: {} })
          return undefined
        }),
      )
      await purged(world)
      restored += kept.length
      for (const id of kept) {
        const { status } = await world.call({ method: 'GET', path: `/v1/templates/${id}` })
        if (status !== 200) fail(`template ${id} was restored, and is answered ${status}`)
      }
    }
    const events = await world.database.rows<{ body: string }>(
      `select body from events where type = 'template.deleted'`,
    )
    const erased = events.map(
      ({ body }) => (JSON.parse(body) as { data: { template_id: string; permanent?: boolean } }).data,
    )
    const notified = Map.groupBy(
      erased.filter(({ permanent }) => permanent === true),
      (data) => data.template_id,
    )
    for (const [id, all] of notified) if (all.length > 1) fail(`the end of template ${id} was told ${all.length} times`)
    return { restored }
  },
}

/** Jobs as the schedule of the hour enqueues them, in partitions of their own so that both replicas run one. */
async function beginPurges(world: World, count: number): Promise<void> {
  const now = Date.now()
  const rows = Array.from({ length: count }, () => {
    const id = crypto.randomUUID()
    return `('job_${id}', 'housekeeping.trash', '${id}', '{}', 'ready', 0, ${now}, 0, 0, 0, ${now})`
  })
  await world.database.rows(
    `insert into jobs (id, kind, lane, payload, state, priority, run_at, attempts, crashes, fence, created_at) values ${rows.join()}`,
  )
  // Its event is a job, and the replicas look for work.
  await template(world, [section('a', 'x')])
}

async function purged({ database }: World): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const waiting = await database.rows(
      `select 1 from jobs where kind = 'housekeeping.trash' and state in ('ready', 'running', 'scheduled')`,
    )
    if (waiting.length === 0) return
    await Bun.sleep(50)
  }
  throw new Error('The purge of the trash did not end.')
}
