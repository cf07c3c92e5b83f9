/** Who may read what, while others change it. */
import { documentOf, newName, section } from '../content.ts'
import type { Run, Scenario } from '../scenario.ts'

/** Saves in flight while their folder, the one around it, or the one that it moves into is closed. */
export const closingFolders: Scenario = {
  name: 'closing-folders',
  about: 'Writers save into a folder while it is closed; a key without a grant must not read what they saved.',
  rounds: [12, 100],
  async run({ world, rounds, ledger }) {
    let templates = 0
    for (let round = 0; round < rounds; round++) {
      const outer = await newFolder({ world })
      const folder = await newFolder({ world }, outer)
      const [elsewhere, original] = [await newTemplate({ world }), await newTemplate({ world })]
      const trashed = await newTemplate({ world }, folder)
      await world.must({ method: 'DELETE', path: `/v1/templates/${trashed}` }).catch(() => undefined)
      let isClosed = false
      const modes = [
        () => createIn(folder),
        () => world.call({ method: 'PUT', path: `/v1/templates/${elsewhere}`, body: { folder } }),
        () => world.insist({ method: 'POST', path: `/v1/templates/${original}/duplicate`, body: { folder } }),
        () => world.call({ method: 'POST', path: `/v1/templates/${trashed}/restore` }),
        () =>
          world.call({
            method: 'POST',
            path: '/v1/templates/bulk/move',
            body: { ids: [elsewhere], folder_id: folder },
          }),
      ]
      const createIn = async (into: string) => {
        const name = newName('Secret')
        const body = { name, type: 'other', folder: into, document: documentOf(section('a', 'secret')) }
        const answer = await world.insist({ method: 'POST', path: '/v1/templates', body })
        if (answer.status === 201) ledger.noteCreated(name, String(answer.body['id']))
        templates++
      }
      const writers = [0, 1, 2, 3].map(async (number) => {
        while (!isClosed) await (number < 2 ? createIn(folder) : world.random.pick(modes)())
      })
      await createIn(folder)
      await close({ world }, round % 3, { folder, outer })
      isClosed = true
      await Promise.all(writers)
    }
    return { folders: rounds, templates }
  },
}

/** The folder is closed, the one around it is, or it moves into one that is. */
async function close(
  { world }: Pick<Run, 'world'>,
  mode: number,
  { folder, outer }: { folder: string; outer: string },
) {
  const shut = (id: string) =>
    world.must({ method: 'PUT', path: `/v1/folders/${id}/permissions`, body: { default: 'none', grants: [] } })
  if (mode === 0) return shut(folder)
  if (mode === 1) return shut(outer)
  const closed = await newFolder({ world })
  await shut(closed)
  return world.must({ method: 'POST', path: `/v1/folders/${folder}/move`, body: { parent_id: closed } })
}

/** A folder with a name of its own. */
async function newFolder({ world }: Pick<Run, 'world'>, parent?: string): Promise<string> {
  const body = { name: newName('Folder'), ...(parent === undefined ? {} : { parent_id: parent }) }
  return String((await world.must({ method: 'POST', path: '/v1/folders', body }))['id'])
}

async function newTemplate({ world }: Pick<Run, 'world'>, folder?: string): Promise<string> {
  const place = folder === undefined ? {} : { folder }
  const body = { name: newName('Template'), type: 'other', document: documentOf(section('a', 'x')), ...place }
  return String((await world.must({ method: 'POST', path: '/v1/templates', body }))['id'])
}

/** A key that is revoked while it saves at every replica. */
export const revokedKeys: Scenario = {
  name: 'revoked-keys',
  about: 'A key is revoked while it saves and orders exports; what it began may not act after that.',
  rounds: [3, 20],
  async run({ world, rounds, fail }) {
    let saved = 0
    for (let round = 0; round < rounds; round++) {
      const made = await world.must({ method: 'POST', path: '/v1/api-keys', body: { name: newName('Key') } })
      const key = String(made['key'])
      const templateIds = await Promise.all(Array.from({ length: 6 }, () => newTemplate({ world })))
      const exportsOrdered: string[] = []
      let isRevoked = false
      const writers = [0, 1, 2].map(async () => {
        while (!isRevoked) {
          const body = { name: newName('Of a key'), type: 'other', document: documentOf(section('a', 'x')) }
          const answer = await world.call({ method: 'POST', path: '/v1/templates', body, key, mayBe: [401] })
          if (answer.status === 201) saved++
          const order = await world.call({
            method: 'POST',
            path: '/v1/export',
            body: { template_ids: templateIds, format: 'zip', async: true },
            key,
            mayBe: [401],
          })
          if (order.status === 202) exportsOrdered.push(String(order.body['id']))
        }
      })
      await Bun.sleep(60)
      await world.must({ method: 'DELETE', path: `/v1/api-keys/${String(made['id'])}` })
      isRevoked = true
      await Promise.all(writers)
      // The documented bound of the keys that replicas cache.
      await Bun.sleep(5500)
      for (const at of world.replicas.keys()) {
        const answer = await world.call({ method: 'GET', path: '/v1/templates/my', key, at, mayBe: [401] })
        if (answer.status !== 401) fail(`a revoked key is answered ${answer.status} by replica ${at}`)
      }
      for (const id of exportsOrdered) {
        const { body } = await world.call({ method: 'GET', path: `/v1/export/${id}` })
        if (body['status'] === 'queued' || body['status'] === 'running') fail(`export ${id} of a revoked key waits`)
      }
    }
    return { keys: rounds, saved }
  },
}
