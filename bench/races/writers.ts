/** Callers of many kinds at once, each of whom does one thing after the other until told to stop. */
import type { Random } from '../../test/support/random.ts'
import { documentOf, instanceOf, newFile, newName, section } from './content.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

/** What writers share, so that they meet. */
export interface Stage {
  folders: string[]
  /** Texts are inserted into these, and nothing is taken out. */
  growing: string[]
  /** Replaced, moved, deleted and restored. */
  changing: string[]
  module: string
}

type Action = (world: World, stage: Stage, ledger: Ledger) => Promise<void>

/** Folders, templates and a module that the writers change. */
export async function setStage(world: World): Promise<Stage> {
  const create = async (rows: object[]) =>
    String((await world.must({ ...creation(newName('Stage')), body: bodyOf(newName('Stage'), rows) }))['id'])
  const folders: string[] = []
  for (let count = 0; count < 4; count++)
    folders.push(
      String((await world.must({ method: 'POST', path: '/v1/folders', body: { name: newName('F') } }))['id']),
    )
  const made = await world.must({
    method: 'POST',
    path: '/v1/modules',
    body: { name: 'Footer', nodes: [section('f', 'Old')] },
  })
  const module = String(made['id'])
  const growing = [await create([section('a', 'x')]), await create([section('a', 'x')])]
  const changing: string[] = []
  for (let count = 0; count < 6; count++) changing.push(await create([section('a', 'x'), instanceOf(module, 1)]))
  return { folders, growing, changing, module }
}

/** Lets so many writers work until the function says that it is enough; resolves when the last call has ended. */
export async function writeUntil(
  world: World,
  {
    stage,
    ledger,
    writers,
    isOver,
    only,
  }: {
    stage: Stage
    ledger: Ledger
    writers: number
    isOver: () => boolean
    /** Names of the actions; all unless given. */
    only?: readonly ActionName[]
  },
): Promise<void> {
  const chosen = only ?? (Object.keys(actions) as ActionName[])
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (!isOver()) {
        const lost = world.tally.count(0)
        await actions[world.random.pick(chosen)](world, stage, ledger).catch(
          (error: unknown) => void world.tally.faults.push(String(error).slice(0, 300)),
        )
        if (world.tally.count(0) > lost) await Bun.sleep(50)
      }
    }),
  )
}

const creation = (name: string, more: object = {}) => ({
  method: 'POST',
  path: '/v1/templates',
  body: { ...bodyOf(name, [section('a', name)]), ...more },
})

const bodyOf = (name: string, rows: object[]) => ({ name, type: 'other', document: documentOf(...rows) })

export type ActionName = keyof typeof actions

const actions = {
  async create(world, { folders }, ledger) {
    const name = newName('Created')
    const folder = world.random.integer(2) === 0 ? {} : { folder: world.random.pick(folders) }
    ledger.attempted.add(name)
    const answer = await world.insist(creation(name, folder))
    if (answer.status === 201) ledger.noteCreated(name, String(answer.body['id']))
  },
  /** The answer may have been lost, so the same key is sent again, at another replica maybe: same answer. */
  async createTwice(world, _, ledger) {
    const [name, key] = [newName('Twice'), crypto.randomUUID()]
    ledger.attempted.add(name)
    const answers = await Promise.all([world.insist(creation(name), key), world.insist(creation(name), key)])
    for (const { body, status } of answers) if (status === 201) ledger.noteCreated(name, String(body['id']))
  },
  async insert(world, { growing }, ledger) {
    const [templateId, text] = [world.random.pick(growing), newName('word')]
    const { body, status } = await world.call({ method: 'GET', path: `/v1/templates/${templateId}` })
    if (status !== 200) return
    const answer = await world.call({
      method: 'POST',
      path: `/v1/templates/${templateId}/operations`,
      body: {
        base_revision: body['revision'],
        operations: [{ op: 'insert', parent: 'root', index: 0, nodes: [sectionOf(world.random, text)] }],
      },
      // Documents have a limit of rows; the oldest templates reach it in a long run.
      mayBe: [413, 422],
    })
    if (answer.status !== 200) return
    ledger.inserted.push({ templateId, text })
    ledger.noteRevision(templateId, Number(answer.body['revision']))
  },
  async replace(world, { changing }, ledger) {
    const [templateId, text] = [world.random.pick(changing), newName('word')]
    const document = documentOf(section('a', text))
    const answer = await world.call({ method: 'PUT', path: `/v1/templates/${templateId}`, body: { document } })
    if (answer.status === 200) ledger.noteRevision(templateId, Number(answer.body['revision']))
  },
  async useModule(world, { changing, module }) {
    const rows = [section('a', 'x'), instanceOf(module, world.random.integer(2) === 0 ? 1 : 'latest')]
    await world.call({
      method: 'PUT',
      path: `/v1/templates/${world.random.pick(changing)}`,
      body: { document: documentOf(...rows) },
    })
  },
  async move(world, { changing, folders }) {
    await world.call({
      method: 'PUT',
      path: `/v1/templates/${world.random.pick(changing)}`,
      body: { folder: world.random.pick([null, ...folders]) },
    })
  },
  async moveMany(world, { changing, folders }) {
    const ids = [...new Set([world.random.pick(changing), world.random.pick(changing)])]
    await world.call({
      method: 'POST',
      path: '/v1/templates/bulk/move',
      body: { ids, folder_id: world.random.pick([null, ...folders]) },
    })
  },
  async moveFolder(world, { folders }) {
    const [id, parent] = [world.random.pick(folders), world.random.pick([null, ...folders])]
    await world.call({
      method: 'POST',
      path: `/v1/folders/${id}/move`,
      body: { parent_id: parent },
      // Into itself.
      mayBe: [422],
    })
  },
  async grant(world, { folders }) {
    const level = world.random.pick(['none', 'view', null])
    await world.call({
      method: 'PUT',
      path: `/v1/folders/${world.random.pick(folders)}/permissions`,
      body: { default: level, grants: [] },
    })
  },
  async grantTemplate(world, { changing }) {
    const level = world.random.pick(['none', 'view', null])
    await world.call({
      method: 'PUT',
      path: `/v1/templates/${world.random.pick(changing)}/permissions`,
      body: { default: level, grants: [] },
    })
  },
  async trash(world, { changing }) {
    const id = world.random.pick(changing)
    await world.call({ method: 'DELETE', path: `/v1/templates/${id}` })
    await world.call({ method: 'POST', path: `/v1/templates/${id}/restore` })
  },
  async duplicate(world, { changing, folders }) {
    await world.insist({
      method: 'POST',
      path: `/v1/templates/${world.random.pick(changing)}/duplicate`,
      body: { folder: world.random.pick([null, ...folders]) },
    })
  },
  async syncModule(world, { module }) {
    await world.call({
      method: 'PUT',
      path: `/v1/modules/${module}`,
      body: { nodes: [section('f', newName('word'))] },
    })
    await world.insist({ method: 'POST', path: `/v1/modules/${module}/sync`, body: {} })
  },
  async upload(world, _, ledger) {
    const { file, sha256 } = newFile(world.random.integer(3) === 0 ? 'image' : 'text')
    const form = () => {
      const data = new FormData()
      data.append('file', file)
      return data
    }
    const { body, status } = await world.insist({ method: 'POST', path: '/v1/assets', form })
    if (status < 300 && status > 0) ledger.uploads.push({ id: String(body['id']), url: String(body['url']), sha256 })
  },
  async export(world, { changing, growing }, ledger) {
    const body = {
      template_id: world.random.pick([...changing, ...growing]),
      format: world.random.pick(['html', 'zip']),
    }
    const answer = await world.insist({ method: 'POST', path: '/v1/export', body })
    if (answer.body['status'] === 'completed') ledger.exports.add(String(answer.body['id']))
  },
  async batch(world, _, ledger) {
    const emails = Array.from({ length: 13 }, (__, at) => `u${at}@${crypto.randomUUID().slice(0, 8)}.test`)
    const body = { emails, options: { skip_smtp: true } }
    const answer = await world.insist({ method: 'POST', path: '/v1/verify/batch', body })
    if (answer.status === 202) ledger.batches.set(String(answer.body['job_id']), emails.length)
  },
  async verify(world) {
    const email = `a@${crypto.randomUUID().slice(0, 8)}.test`
    await world.insist({ method: 'POST', path: '/v1/verify', body: { email } })
  },
  async firstSave(world, _, ledger) {
    await firstSave(world, newName('email'), ledger)
  },
  async webhook(world) {
    const url = `${world.receiver.url}/${crypto.randomUUID()}`
    const made = await world.insist({ method: 'POST', path: '/v1/webhooks', body: { url, events: ['export.failed'] } })
    if (made.status === 201) await world.call({ method: 'DELETE', path: `/v1/webhooks/${String(made.body['id'])}` })
  },
  async read(world, { folders }) {
    const path = world.random.pick([
      '/v1/templates/my',
      `/v1/folders/${world.random.pick(folders)}/templates`,
      '/v1/folders',
    ])
    await world.call({ method: 'GET', path })
  },
} satisfies Record<string, Action>

/** Two people open an email that nobody has saved, at any replicas, and save at once. */
export async function firstSave(world: World, emailId: string, ledger: Ledger): Promise<void> {
  const sessions = await Promise.all([1, 2].map((user) => world.openSession(emailId, user)))
  await Promise.all(
    sessions.map(async (headers, user) => {
      const operations = [
        { op: 'insert', parent: 'root', index: 0, nodes: [section(`u${user}`, `${emailId} of ${user}`)] },
      ]
      const body = { baseRevision: 0, operations, editId: crypto.randomUUID() }
      const call = { method: 'POST', path: '/v1/plugin/operations', key: null, headers, body }
      let answer = await world.call(call)
      // Under its edit id a request may be sent again for as long as nobody answers it.
      for (let count = 0; [0, 503].includes(answer.status) && count < 100; count++) answer = await world.call(call)
      if (answer.status !== 200) return
      const edited = await world.call({ method: 'GET', path: '/v1/plugin/document', key: null, headers })
      const templateId = edited.body['templateId']
      if (typeof templateId !== 'string') return
      ledger.noteEmail(emailId, templateId)
      ledger.inserted.push({ templateId, text: `${emailId} of ${user}` })
    }),
  )
}

/** A section with ids of its own. */
function sectionOf(random: Random, text: string): object {
  return section(`n${random.integer(1_000_000_000).toString(36)}`, text)
}
