/** Calls of the editor to the real service, over a network that fails: repeated while that helps, done once, and told only then. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createSaver } from '../../../src/editor/saving/saver.ts'
import { createOfflineStore } from '../../../src/editor/saving/offline-store.ts'
import { createRandom } from '../../support/random.ts'
import { type TestService, startService } from '../../support/service.ts'
import { type Host, makeHost } from '../../surfaces/plugin/host.ts'
import { headless } from '../page/headless.ts'
import { MemoryDatabase } from '../page/storage.ts'
import { type Fault, openNetwork } from './network.ts'

let service: TestService
let host: Host

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite', environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900' } })
  host = await makeHost(service)
})

const section = (id: string) => ({
  id,
  type: 'section',
  columns: [{ blocks: [{ type: 'text', text: '<p>Once</p>' }] }],
})
const insertion = (id: string) => [{ op: 'insert', parent: 'root', index: 0, nodes: [section(id)] } as never]

async function open() {
  const emailId = crypto.randomUUID()
  const network = openNetwork({ service, host, emailId, userId: 42, random: createRandom(1) })
  const opened = await network.api.getDocument()
  const editor = await headless(opened.document, { api: network.api })
  const store = createOfflineStore({ of: { pluginId: '', emailId, userId: '42' }, database: new MemoryDatabase() })
  const shown: string[] = []
  const notified: unknown[] = []
  const saver = createSaver({
    editor,
    base: opened,
    store,
    later: () => () => undefined,
    onFailure: (error) => void notified.push(error),
  })
  editor.saving.subscribe(({ kind }) => void shown.push(kind))
  return { network, editor, saver, shown, notified }
}

describe('an autosave', () => {
  test.each<[Fault]>([['lost'], ['answerLost'], ['answerCut'], ['busy'], ['badGateway']])(
    'that fails with "%s" three times is saved once, without a notice',
    async (fault) => {
      const { editor, network, saver, shown, notified } = await open()
      editor.change('Insert', insertion('one'))
      network.next = [fault, fault, fault]
      await saver.flush()
      expect(shown).toEqual(['saved', 'unsaved', 'saving', 'saved'])
      expect(notified).toEqual([])
      const { document, revision } = await network.api.getDocument()
      expect({ revision, rows: document.rows.length }).toEqual({ revision: 1, rows: 1 })
      expect(editor.document.peek()).toEqual(document)
    },
  )

  test('without a response four times is shown as pending, and saved by the next attempt', async () => {
    const { editor, network, saver, notified } = await open()
    editor.change('Insert', insertion('one'))
    network.next = ['answerLost', 'lost', 'lost', 'lost']
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'offline', changes: 1 })
    expect(notified).toHaveLength(1)
    await saver.flush()
    expect(editor.saving.peek().kind).toBe('saved')
    expect((await network.api.getDocument()).document.rows).toHaveLength(1)
  })
})

test('an upload, a module, an export and a full save are done once if their responses are lost', async () => {
  const { network } = await open()
  const { api } = network
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const twice: Fault[] = ['answerLost', 'badGateway']
  network.next = [...twice]
  const asset = await api.uploadAsset(new File([png], 'dot.png', { type: 'image/png' }))
  expect((await api.listAssets()).data.map(({ id }) => id)).toEqual([asset.id])
  network.next = [...twice]
  const module = await api.saveModule({
    name: 'Once',
    nodes: [section('kept') as never],
  })
  expect((await api.listModules()).data).toEqual([{ id: module.id, name: 'Once' }])
  network.next = [...twice]
  const saved = await api.save({ html: '<p>Whole</p>', css: '' })
  expect(saved).toMatchObject({ success: true, revision: 1 })
  network.next = [...twice]
  expect((await api.export({ html: '<p>Whole</p>', css: '', format: 'html' })).downloadUrl).toContain('http')
  const { exports } = service.store.read.tables
  expect(
    (await service.store.read.select().from(exports)).filter(({ projectId }) => projectId === host.projectId),
  ).toHaveLength(1)
})

test('a rejected request is not repeated', async () => {
  const { network } = await open()
  const before = network.counts.requests
  await expect(network.api.getRevision(7)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND', status: 404 })
  expect(network.counts.requests).toBe(before + 1)
})
