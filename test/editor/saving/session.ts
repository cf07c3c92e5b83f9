/**
 * A random editing session: the real editor, saver and calls, the real service in process, someone else who edits through the
 * API, and a network that loses, delays and refuses.
 */
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  isEqual,
  operationsBetween,
} from '../../../src/email/document/index.ts'
import { saveWhole } from '../../../src/editor/boot/serve-host.ts'
import { createSaver } from '../../../src/editor/saving/saver.ts'
import { createOfflineStore } from '../../../src/editor/saving/offline-store.ts'
import { sendLeft } from '../../../src/editor/saving/send-left.ts'
import { outlineOf } from '../../../src/editor/state/index.ts'
import { createRandom } from '../../support/random.ts'
import { ask } from '../../support/scenario.ts'
import type { TestService } from '../../support/service.ts'
import type { Host } from '../../surfaces/plugin/host.ts'
import { welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'
import { MemoryDatabase } from '../page/storage.ts'
import { type Network, openNetwork } from './network.ts'
import { type Reach, contradicts, randomEdit, reachInTurn, reachOf, wordsIn } from './random-edit.ts'

export interface SessionOptions {
  seed: number
  /** Others change only the button, which the editor leaves alone: nothing can contradict. */
  isApart: boolean
}

/** Where sessions run: a service, a project with the editor, and a key to it. */
export interface SessionTarget {
  service: TestService
  host: Host
  key: string
}

/** How a session ended; `faults` says what is wrong. */
export interface SessionEnd {
  conflicts: number
  counts: Network['counts']
  faults: string[]
}

/** One edit of someone else. */
interface Others {
  revision: number
  reach: Reach
  before: EmailDocument
  after: EmailDocument
}

/** Runs a session from its seed: thirty steps, some of which end the window, and then everything is sent. */
export async function runSession(target: SessionTarget, { seed, isApart }: SessionOptions): Promise<SessionEnd> {
  const { service, host, key } = target
  const random = createRandom(seed)
  const storage = new MemoryDatabase()
  const of = { pluginId: host.pluginId, emailId: `session-${seed}`, userId: '42' }
  const faults: string[] = []
  const others: Others[] = []
  /** Words that nobody took away. */
  let expected = new Set<string>()
  /** Words that someone else took away: undoing what one did to them oneself before does not bring them back. */
  const takenAway = new Set<string>()
  let conflicts = 0
  let counter = 0
  const made = await call('POST /v1/templates', { name: 'Session', type: 'other', document: welcomeEmail() })
  const { id: templateId } = made.body as { id: string }
  const emailId = templateId
  const network = openNetwork({ service, host, emailId, userId: seed, random })
  network.chance = random.pick([0, 0.1, 0.3])
  let window = await open()

  async function call(name: string, send?: unknown) {
    return ask(service, { call: name, key, ...(send === undefined ? {} : { send }) })
  }

  async function stored(): Promise<{ revision: number; document: EmailDocument }> {
    return (await call(`GET /v1/templates/${templateId}/structured`)).body as {
      revision: number
      document: EmailDocument
    }
  }

  /** Opens the email; a person tries again while the network fails. */
  async function open(): ReturnType<typeof openOnce> {
    network.isOffline = false
    for (let tries = 0; ; tries++) {
      // In a hundred tries a network of this kind works.
      if (tries === 100) network.chance = 0
      const opened = await openOnce().catch((error: unknown) => {
        if (tries === 100) throw error
        return undefined
      })
      if (opened !== undefined) return opened
    }
  }

  async function openOnce() {
    const { api } = network
    let opened = await api.getDocument()
    const store = createOfflineStore({ of, database: storage, now: () => Date.now() + 120_000 })
    const { isChanged, left } = await sendLeft(await store.left(), api, opened)
    if (isChanged) opened = await api.getDocument()
    const editor = await headless(opened.document, { api })
    const kept = createOfflineStore({ of, database: storage })
    const saver = createSaver({ editor, base: opened, store: kept, later: () => () => undefined })
    editor.observe(({ before, document, source }) => {
      if (source !== 'received') compare(before, document)
    })
    if (left !== undefined) {
      await saver.restore(left)
      left.remove()
    }
    return { editor, saver }
  }

  function compare(before: EmailDocument, after: EmailDocument): void {
    const [old, now] = [wordsIn(before), wordsIn(after)]
    for (const word of old) if (!now.has(word)) expected.delete(word)
    for (const word of now) if (!old.has(word)) expected.add(word)
  }

  /** What is not confirmed, as it is kept in the browser. */
  function kept(): { revision: number; operations: Operation[] } | undefined {
    const text = storage.entries.at(-1)?.text
    if (text === undefined) return undefined
    const { revision, edits } = JSON.parse(text) as { revision: number; edits: { operations: Operation[] }[] }
    return { revision, operations: edits.flatMap(({ operations }) => operations) }
  }

  /** A person answers the questions. Each must be about something that someone else changed too. */
  async function settle(): Promise<void> {
    const { editor, saver } = window
    while (editor.saving.peek().kind === 'conflict') {
      conflicts++
      const { revision = 0, operations = [] } = kept() ?? {}
      const since = others.filter((each) => each.revision > revision)
      const own = reachInTurn(operations, saver.ancestor ?? welcomeEmail(), editor.document.peek())
      if (!since.some(({ reach }) => contradicts(own, reach)))
        faults.push(`conflict with itself: ${JSON.stringify({ revision, operations, since: since.length })}`)
      const choice = random.pick(['mine', 'theirs'] as const)
      expected = wordsIn(choice === 'mine' ? editor.document.peek() : saver.base.document)
      for (const each of others) if (each.revision > saver.base.revision) compare(each.before, each.after)
      await saver.settle(choice)
    }
  }

  async function changeByOthers(): Promise<void> {
    const before = await stored()
    const prefix = `o${seed}n${counter++}`
    const operations: Operation[] = isApart
      ? [{ op: 'set', id: 'go', props: { label: `${prefix}z` } }]
      : randomEdit(random, before.document, { prefix, isApart })
    if (operations.length === 0) return
    const { status, body } = await call(`POST /v1/templates/${templateId}/operations`, {
      base_revision: before.revision,
      operations,
    })
    if (status !== 200) return
    const { revision } = body as { revision: number }
    const applied = applyOperations(before.document, operations, blockTypes)
    const after = 'document' in applied ? applied.document : before.document
    // Where neighbors changed places, the service cannot tell which of them was moved.
    const seen = [...operations, ...operationsBetween(before.document, after)]
    others.push({ revision, reach: reachOf(seen, [before.document]), before: before.document, after })
    compare(before.document, after)
    const left = wordsIn(after)
    for (const word of wordsIn(before.document)) if (!left.has(word)) takenAway.add(word)
  }

  let sending: Promise<unknown> = Promise.resolve()
  for (let step = 0; step < 30; step++) {
    const { editor, saver } = window
    const dice = random.integer(30)
    if (dice < 12) {
      const operations = randomEdit(random, editor.document.peek(), { prefix: `m${seed}n${counter++}`, isApart })
      editor.change('Edit', operations)
    } else if (dice < 14) editor.undo()
    else if (dice < 15) editor.redo()
    else if (dice < 19) await changeByOthers()
    else if (dice < 20) network.isOffline = !network.isOffline
    else if (dice < 21) await network.deliver()
    else if (dice < 25) {
      // Sometimes people go on while a request is under way.
      sending = Promise.all([sending, saver.flush()])
      if (random.integer(2) === 0) await sending
    } else if (dice < 26) await settle()
    else if (dice < 27) {
      sending = Promise.all([sending, saveWhole(editor).catch(() => undefined)])
      if (random.integer(2) === 0) await sending
    } else if (dice < 28) {
      await sending
      await settle()
      if (random.integer(2) === 0) saver.leave()
      saver.stop()
      window = await open()
    } else network.next.push(random.pick(['answerLost', 'busy', 'badGateway']))
  }
  await sending
  network.isOffline = false
  network.chance = 0
  network.next = []
  await network.deliver()
  const { editor, saver } = window
  await settle()
  // What others did last arrives with the next save; a question that it raises is answered by how things were then.
  for (let asked = -1, at = 0; asked !== conflicts; at++) {
    asked = conflicts
    editor.change('End', [{ op: 'settings', props: { meta: { preheader: `End ${at}` } } }])
    await saver.flush()
    await settle()
  }
  const { kind } = editor.saving.peek()
  const { document } = await stored()
  if (kind !== 'saved') faults.push(`ended ${JSON.stringify(editor.saving.peek())}`)
  if (saver.pending > 0 || storage.entries.length > 0) faults.push('keeps what is saved')
  if (!isEqual(editor.document.peek(), document)) faults.push('shows what is not saved')
  if (isApart && conflicts > 0) faults.push('a conflict where others changed something else')
  const present = wordsIn(document)
  const lost = [...expected].filter((word) => !present.has(word) && !takenAway.has(word))
  if (lost.length > 0) faults.push(`lost ${lost.join(' ')}`)
  const doubled = twiceIn(document)
  if (doubled.length > 0) faults.push(`twice ${doubled.join(' ')}`)
  saver.stop()
  return { conflicts, counts: network.counts, faults }
}

/** Words that are in two nodes. */
function twiceIn(document: EmailDocument): string[] {
  const seen = new Map<string, number>()
  for (const { node } of outlineOf(document).entries.values())
    if ('text' in node) for (const word of wordsIn(node.text)) seen.set(word, (seen.get(word) ?? 0) + 1)
  return [...seen].filter(([, count]) => count > 1).map(([word]) => word)
}
