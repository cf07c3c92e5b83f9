/** A random editing session: the real editor and saver, a service that answers as the real one, others, and a bad network. */
import { blockTypes } from '../../../src/engines/blocks/index.ts'
import { type EmailDocument, type Operation, applyOperations, isEqual } from '../../../src/engines/document/index.ts'
import { createSaver } from '../../../src/editor/saving/saver.ts'
import { createShelf } from '../../../src/editor/saving/shelf.ts'
import { sendLeft } from '../../../src/editor/saving/send-left.ts'
import { type Outline, outlineOf } from '../../../src/editor/state/index.ts'
import { type Random, createRandom } from '../../support/random.ts'
import { welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'
import { EmailService } from '../page/service.ts'
import { MemoryStorage } from '../page/storage.ts'

export interface SessionOptions {
  seed: number
  /** Others change only the button, which the editor leaves alone: nothing can contradict. */
  isApart: boolean
}

/** How a session ended; `fault` says what is wrong, undefined when nothing is. */
export interface SessionEnd {
  conflicts: number
  saves: number
  fault: string | undefined
}

const opened = { userId: '42', lock: { held: true, holder: null, isOtherWindow: false, expiresAt: null } }
const of = { pluginId: 'svc_pk_test', emailId: 'welcome', userId: '42' }

/** Runs a session from its seed: twenty steps, some of which end the window, and then everything is sent. */
export async function runSession({ seed, isApart }: SessionOptions): Promise<SessionEnd> {
  const random = createRandom(seed)
  const service = new EmailService(welcomeEmail())
  const storage = new MemoryStorage()
  let conflicts = 0
  let window = await open()

  /** Opens the email; a person tries again while the network fails. */
  async function open(): ReturnType<typeof openOnce> {
    for (;;) {
      const opened = await openOnce().catch(() => undefined)
      if (opened !== undefined) return opened
    }
  }

  async function openOnce() {
    const shelf = createShelf({ of, open: () => storage, now: () => Date.now() + 120_000 })
    const { left } = await sendLeft(shelf, service.api, opened)
    const editor = await headless(service.document, { api: service.api })
    const base = { revision: service.revision, document: service.document }
    const kept = createShelf({ of, open: () => storage })
    const saver = createSaver({ editor, base, shelf: kept, later: () => () => undefined })
    if (left !== undefined) {
      await saver.restore(left)
      left.remove()
    }
    return { editor, saver }
  }

  async function settle(): Promise<void> {
    const { editor, saver } = window
    while (editor.saving.peek().kind === 'conflict') {
      conflicts++
      await saver.settle(random.pick(['mine', 'theirs']))
    }
  }

  let sending: Promise<void> = Promise.resolve()
  for (let step = 0; step < 20; step++) {
    const { editor, saver } = window
    const dice = random.integer(20)
    if (dice < 9) {
      const operations = randomEdit(random, editor.document.peek(), { prefix: `m${step}`, isApart })
      editor.change('Edit', operations)
    } else if (dice < 11) editor.undo()
    else if (dice < 12) editor.redo()
    else if (dice < 15) changeByOthers(service, random, { prefix: `o${step}`, isApart })
    else if (dice < 16) service.losing = 1
    else if (dice < 17) service.failing.push('NETWORK_ERROR')
    else if (dice < 19) {
      // Sometimes people go on while a request is under way.
      sending = saver.flush()
      if (random.integer(2) === 0) await sending
    } else {
      await sending
      await settle()
      const wasSent = random.integer(2) === 0
      if (wasSent) saver.leave()
      saver.stop()
      window = await open()
    }
  }
  await sending
  service.losing = 0
  service.failing = []
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
  const isSame = isEqual(editor.document.peek(), service.document)
  const fault =
    kind !== 'saved'
      ? `ended ${kind}: ${JSON.stringify(editor.saving.peek())}`
      : saver.pending > 0 || storage.length > 0
        ? 'keeps what is saved'
        : isSame
          ? isApart && conflicts > 0
            ? 'a conflict with itself'
            : undefined
          : 'shows what is not saved'
  saver.stop()
  return { conflicts, saves: service.saves, fault }
}

interface EditOptions {
  prefix: string
  isApart: boolean
}

function changeByOthers(service: EmailService, random: Random, options: EditOptions): void {
  const operations: Operation[] = options.isApart
    ? [{ op: 'set', id: 'go', props: { label: `Others ${options.prefix}` } }]
    : randomEdit(random, service.document, options)
  if (!('issues' in applyOperations(service.document, operations, blockTypes))) service.others(operations)
}

/** One to three operations that fit a document, each made on the one before. */
function randomEdit(random: Random, start: EmailDocument, options: EditOptions): Operation[] {
  let document = start
  const operations: Operation[] = []
  for (let at = 0; at <= random.integer(3); at++) {
    const operation = randomOperation(random, outlineOf(document), { ...options, prefix: `${options.prefix}-${at}` })
    const applied = operation && applyOperations(document, [operation], blockTypes)
    if (operation === undefined || applied === undefined || 'issues' in applied) continue
    document = applied.document
    operations.push(operation)
  }
  return operations
}

function randomOperation(random: Random, { spots }: Outline, { prefix, isApart }: EditOptions): Operation | undefined {
  const all = [...spots.values()]
  const columns = all.filter(({ node }) => node.type === 'column').map(({ node }) => node.id)
  const blocks = all.filter(({ node }) => 'text' in node || node.type === 'divider').map(({ node }) => node.id)
  const block = blocks.length === 0 ? undefined : random.pick(blocks)
  const text = (words: string) => ({ type: 'text', text: `<p>${words}</p>` })
  switch (random.integer(7)) {
    case 0:
      if (columns.length === 0) return undefined
      return { op: 'insert', parent: random.pick(columns), index: 0, nodes: [{ id: prefix, ...text('New') } as never] }
    case 1: {
      const nodes = [{ id: prefix, type: 'section', columns: [{ id: `${prefix}c`, blocks: [text('Row')] }] } as never]
      return { op: 'insert', parent: 'root', index: 0, nodes }
    }
    case 2:
      return block === undefined ? undefined : { op: 'remove', id: block }
    case 3:
      if (block === undefined || columns.length === 0) return undefined
      return { op: 'move', id: block, parent: random.pick(columns), index: 0 }
    case 4:
      return { op: 'settings', props: { meta: { subject: random.pick(['One', 'Two', prefix]) } } }
    default: {
      const texts = all.filter(({ node }) => node.type === 'text').map(({ node }) => node.id)
      if (texts.length === 0) return undefined
      const words = random.pick(['<p>One</p>', '<p>Two</p>', `<p>${prefix} ${isApart ? 'apart' : ''}</p>`])
      return { op: 'set', id: random.pick(texts), props: { text: words } }
    }
  }
}
