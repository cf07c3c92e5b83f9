/** Whatever happens to templates and folders, a webhook gets exactly the events that a model of its filter selects. */
import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { runs } from '../../support/runs.ts'

type Step =
  | { does: 'create'; folder: number; owner: number; metadata: number }
  | { does: 'move' | 'moveFolder'; which: number; folder: number }
  | { does: 'retag'; which: number; metadata: number }
  | { does: 'rename' | 'trash' | 'restore' | 'erase'; which: number }
  | { does: 'claim'; which: number; owner: number }
  | { does: 'deleteFolder'; which: number; contents: 'move_up' | 'delete' }

interface Filter {
  template_ids?: number[]
  folders?: { id: number; subtree: boolean }[]
  external_ids?: number[]
  metadata?: Record<string, string>
}

/** A template of the model; folders by number, null for none. */
interface Template {
  id: string
  folder: number | null
  externalId: string | null
  metadata: Record<string, string>
  isInTrash: boolean
}

const small = fc.nat(3)
const tags: Record<string, string>[] = [{}, { team: 'a' }, { team: 'b' }, { team: 'a', tier: '1' }]
const stepArbitrary = fc.oneof(
  fc.record({ does: fc.constant('create'), folder: fc.nat(6), owner: small, metadata: small }),
  fc.record({ does: fc.constantFrom('move', 'moveFolder'), which: fc.nat(5), folder: fc.nat(6) }),
  fc.record({ does: fc.constant('retag'), which: small, metadata: small }),
  fc.record({ does: fc.constantFrom('rename', 'trash', 'restore', 'erase'), which: small }),
  fc.record({ does: fc.constant('claim'), which: small, owner: small }),
  fc.record({
    does: fc.constant('deleteFolder'),
    which: fc.nat(5),
    contents: fc.constantFrom('move_up', 'delete'),
  }),
) as fc.Arbitrary<Step>
const some = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { minLength: 1, maxLength: 2 })
const filterArbitrary = fc
  .record(
    {
      template_ids: some(fc.nat(1)),
      folders: fc.uniqueArray(fc.record({ id: fc.nat(5), subtree: fc.boolean() }), {
        minLength: 1,
        maxLength: 2,
        selector: ({ id }) => id,
      }),
      external_ids: some(small),
      metadata: fc.constantFrom({ team: 'a' }, { tier: '1' }, { team: 'b', tier: '1' }),
    },
    { requiredKeys: [] },
  )
  .filter((filter) => Object.keys(filter).length > 0) as fc.Arbitrary<Filter>

for (const dialect of dialects) {
  let service: TestService

  beforeAll(async () => {
    service = await startService({ dialect })
  })

  const call = async (what: string, send?: unknown) => {
    const answer = await ask(service, { call: what, ...(send === undefined ? {} : { send }) })
    expect({ what, status: answer.status < 300, body: answer.body }).toMatchObject({ status: true })
    return answer.body as { id: string }
  }

  test(`on ${dialect} deliveries are those of the model`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(filterArbitrary, { minLength: 4, maxLength: 4 }),
        fc.array(stepArbitrary, { minLength: 4, maxLength: 24 }),
        async (filters, steps) => {
          const model = await startModel(call)
          const webhooks = await Promise.all(
            filters.map(async (filter) => {
              const { id } = await call('POST /v1/webhooks', {
                url: 'https://receiver.invalid/',
                events: ['template.created', 'template.updated', 'template.deleted'],
                filter: model.filterOf(filter),
              })
              // Deliveries to a disabled webhook are recorded and not sent.
              await call(`PUT /v1/webhooks/${id}`, { enabled: false })
              return { id, filter }
            }),
          )
          for (const step of steps) await model.take(step)
          await until(async () => (await publishing(service)) === 0, 'the events to be published')
          for (const { filter, id } of webhooks) {
            expect({ filter, events: await deliveredTo(service, id) }).toEqual({
              filter,
              events: model.happened
                .filter(({ states }) => states.some((state) => model.matches(filter, state)))
                .map(nameOf),
            })
            await call(`DELETE /v1/webhooks/${id}`)
          }
        },
      ),
      { numRuns: runs(dialect === 'sqlite' ? 15 : 6), endOnFailure: true },
    )
  }, 300_000)
}

type State = Omit<Template, 'isInTrash'> & { path: number[] }
interface Happened {
  type: string
  id: string
  states: State[]
}

const nameOf = ({ id, type }: { id: string; type: string }) => `${type} ${id}`

async function startModel(call: (what: string, send?: unknown) => Promise<{ id: string }>) {
  const run = crypto.randomUUID().slice(0, 8)
  const owners = [null, `${run}-1`, `${run}-2`, `${run}-3`]
  // 0 holds 1 and 2, 1 holds 3; 4 and 5 are at the top.
  const parents: (number | null)[] = [null, 0, 0, 1, null, null]
  const folderIds: string[] = []
  const isThere = parents.map(() => true)
  for (const [at, parent] of parents.entries()) {
    const parentId = parent === null ? null : (folderIds[parent] ?? null)
    folderIds.push((await call('POST /v1/folders', { name: `${run} ${at}`, parent_id: parentId })).id)
  }
  const templates: Template[] = []
  const happened: Happened[] = []

  const pathOf = (folder: number | null): number[] =>
    folder === null ? [] : [folder, ...pathOf(parents[folder] ?? null)]
  const stateOf = (template: Template): State => ({ ...template, path: pathOf(template.folder) })
  const folderAt = (number: number) => (isThere[number] === true ? number : null)
  const idOfFolder = (folder: number | null) => (folder === null ? null : (folderIds[folder] ?? null))
  const report = (type: string, template: Template, before?: State) =>
    happened.push({ type, id: template.id, states: [stateOf(template), ...(before === undefined ? [] : [before])] })
  const liveAt = (which: number) => {
    const live = templates.filter(({ isInTrash }) => !isInTrash)
    return live[which % Math.max(live.length, 1)]
  }
  const freeOwner = (number: number) => {
    const owner = owners[number] ?? null
    return templates.some(({ externalId, isInTrash }) => !isInTrash && externalId === owner) ? null : owner
  }

  async function create(folder: number | null, externalId: string | null, metadata: Record<string, string>) {
    const folderId = idOfFolder(folder)
    const { id } = await call('POST /v1/templates', {
      name: 'T',
      type: 'other',
      metadata,
      ...(folderId === null ? {} : { folder: folderId }),
      ...(externalId === null ? {} : { external_id: externalId }),
    })
    const template = { id, folder, externalId, metadata, isInTrash: false }
    templates.push(template)
    return template
  }

  async function change(template: Template | undefined, send: object, next: Partial<Template>) {
    if (template === undefined) return
    const before = stateOf(template)
    const isSame = Object.entries(next).every(([key, value]) => Bun.deepEquals(template[key as keyof Template], value))
    await call(`PUT /v1/templates/${template.id}`, send)
    if (isSame && !('name' in send)) return
    Object.assign(template, next)
    report('template.updated', template, before)
  }

  const isBelow = (folder: number, above: number) => pathOf(folder).includes(above)

  async function deleteFolder(folder: number | null, contents: 'move_up' | 'delete') {
    if (folder === null) return
    const parent = parents[folder] ?? null
    const branch = parents.flatMap((_, at) =>
      isThere[at] === true && (contents === 'delete' ? isBelow(at, folder) : at === folder) ? [at] : [],
    )
    const inside = templates.filter((each) => each.folder !== null && branch.includes(each.folder))
    await call(`DELETE /v1/folders/${folderIds[folder]}?contents=${contents}`)
    for (const template of inside.filter(({ isInTrash }) => !isInTrash).sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (contents === 'delete') {
        report('template.deleted', template)
        template.isInTrash = true
      } else {
        const before = stateOf(template)
        template.folder = parent
        report('template.updated', template, before)
      }
    }
    for (const template of inside) template.folder = parent
    for (const at of branch) isThere[at] = false
    for (const [at, above] of parents.entries()) if (above === folder && isThere[at] === true) parents[at] = parent
  }

  async function take(step: Step): Promise<void> {
    if (step.does === 'create') {
      report('template.created', await create(folderAt(step.folder), freeOwner(step.owner), tags[step.metadata] ?? {}))
    } else if (step.does === 'move') {
      const folder = folderAt(step.folder)
      await change(liveAt(step.which), { folder: idOfFolder(folder) }, { folder })
    } else if (step.does === 'retag') {
      const metadata = tags[step.metadata] ?? {}
      await change(liveAt(step.which), { metadata }, { metadata })
    } else if (step.does === 'claim') {
      const externalId = freeOwner(step.owner)
      await change(liveAt(step.which), { external_id: externalId }, { externalId })
    } else if (step.does === 'rename') {
      await change(liveAt(step.which), { name: crypto.randomUUID() }, {})
    } else if (step.does === 'moveFolder') {
      const [moved, to] = [folderAt(step.which), folderAt(step.folder)]
      if (moved === null || (to !== null && isBelow(to, moved))) return
      await call(`POST /v1/folders/${folderIds[moved]}/move`, { parent_id: idOfFolder(to) })
      parents[moved] = to
    } else if (step.does === 'deleteFolder') {
      await deleteFolder(folderAt(step.which), step.contents)
    } else await takeTrash(step.does, step.which)
  }

  async function takeTrash(does: 'trash' | 'restore' | 'erase', which: number): Promise<void> {
    if (does === 'restore') {
      const trashed = templates.filter(({ isInTrash }) => isInTrash)
      const template = trashed[which % Math.max(trashed.length, 1)]
      const isTaken = templates.some(
        (each) => !each.isInTrash && each.externalId !== null && each.externalId === template?.externalId,
      )
      if (template === undefined || isTaken) return
      await call(`POST /v1/templates/${template.id}/restore`)
      template.isInTrash = false
      report('template.updated', template)
      return
    }
    const template = liveAt(which)
    if (template === undefined) return
    await call(`DELETE /v1/templates/${template.id}${does === 'erase' ? '?permanent=true' : ''}`)
    report('template.deleted', template)
    if (does === 'trash') template.isInTrash = true
    else templates.splice(templates.indexOf(template), 1)
  }

  await create(0, null, {})
  await create(3, owners[1] ?? null, { team: 'a' })
  const first = templates.map(({ id }) => id)

  return {
    take,
    happened,
    filterOf: ({ external_ids: externals, folders, metadata, template_ids: ids }: Filter) => ({
      ...(ids === undefined ? {} : { template_ids: ids.map((at) => first[at]) }),
      ...(folders === undefined ? {} : { folders: folders.map(({ id, subtree }) => ({ id: folderIds[id], subtree })) }),
      ...(externals === undefined ? {} : { external_ids: externals.map((at) => owners[at] ?? `${run}-none`) }),
      ...(metadata === undefined ? {} : { metadata }),
    }),
    matches({ external_ids: externals, folders, metadata, template_ids: ids }: Filter, state: State): boolean {
      if (ids !== undefined && !ids.some((at) => first[at] === state.id)) return false
      if (externals !== undefined && !externals.some((at) => at > 0 && owners[at] === state.externalId)) return false
      if (metadata !== undefined && !Object.keys(metadata).every((key) => state.metadata[key] === metadata[key]))
        return false
      if (folders === undefined) return true
      return folders.some(({ id, subtree }) => (subtree ? state.path.includes(id) : state.folder === id))
    },
  }
}

async function publishing({ store }: TestService): Promise<number> {
  const { jobs } = store.read.tables
  return (await store.read.select().from(jobs)).filter(({ kind }) => kind === 'events.publish').length
}

/** In the order in which they happened. */
async function deliveredTo({ store }: TestService, webhookId: string): Promise<string[]> {
  const { events, webhookDeliveries } = store.read.tables
  const [deliveries, all] = await Promise.all([
    store.read.select().from(webhookDeliveries),
    store.read.select().from(events),
  ])
  const ids = new Set(deliveries.filter((row) => row.webhookId === webhookId).map(({ eventId }) => eventId))
  return all
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ templateIds, type }) => `${type} ${templateIds?.[0]}`)
}
