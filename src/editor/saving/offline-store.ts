import type { Operation } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { EditDatabase } from './edit-database.ts'

/** Operations sent as one request; the service detects duplicates by the id. */
export interface KeptEdit {
  id: string
  operations: Operation[]
  /** An earlier id under which it may have been sent with other operations. */
  replaces?: string | undefined
  /** Ids of discarded edits that may have been sent; the service must not save them if they arrive later. */
  voids?: string[] | undefined
}

/** Unconfirmed edits, oldest first, and the revision that the first one was based on. */
export interface KeptEdits {
  revision: number
  edits: KeptEdit[]
}

export interface LeftEdits extends KeptEdits {
  /** Time of the last edit, in milliseconds since epoch. */
  at: number
  /** Called after the service or another window has stored them. */
  remove(): void
}

/** Stores unconfirmed edits in the browser across restarts, for `limits.keptEditsDays` days. */
export interface OfflineStore {
  /** False if the browser does not have the edits that were written last. */
  readonly isWorking: boolean
  /** Replaces the stored edits of this window; undefined removes them. */
  write(kept: KeptEdits | undefined): void
  /** Writes a delayed large entry; for `pagehide`. */
  writeNow(): void
  /** Edits of closed windows for the same email and user, oldest first. */
  left(): Promise<LeftEdits[]>
  /**
   * Passes the edits of windows that were open at the last call of `left` as soon as each has closed, and those that were
   * not found because the database was not open: on a busy computer a window closes, and a database opens, after the
   * next window has opened.
   */
  onClosed(take: (left: LeftEdits) => void): void
}

type Locking = Pick<LockManager, 'request'>

export interface OfflineStoreDeps {
  /** Edits are offered only to the same user in the same email. */
  of: { pluginId: string; emailId: string; userId: string }
  database: EditDatabase
  /** Web Locks distinguish open windows from closed ones; undefined in insecure contexts. */
  locks?: Locking | undefined
  now?: () => number
}

/** Entries of more characters are written at most once per interval in ms, because each write copies the whole entry. */
const [largeLength, largeMs] = [512 * 1024, 500]
/** Without Web Locks, a window counts as closed after this time without a write, in ms. */
const silentMs = 60_000
/** Maximum time in which a closing window releases its Web Lock, in ms. */
const goneMs = 1000
const dayMs = 24 * 60 * 60 * 1000

export function createOfflineStore({ of, database, locks, now = Date.now }: OfflineStoreDeps): OfflineStore {
  const owner = `${[of.pluginId, of.userId, of.emailId].map(encodeURIComponent).join(':')}:`
  const key = owner + crypto.randomUUID()
  let pending: KeptEdits | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = { length: 0, at: 0 }
  let isTooLarge = false
  let release: (() => void) | undefined
  let stillOpen: string[] = []
  /** The database was open when edits were last looked for. */
  let wasOpen = true

  function put({ revision, edits }: KeptEdits): void {
    pending = undefined
    clearTimeout(timer)
    timer = undefined
    const text = JSON.stringify({ revision, edits })
    isTooLarge = text.length > limits.keptEditsLength
    if (isTooLarge) return
    written = { length: text.length, at: now() }
    database.put(key, { at: written.at, text })
    hold()
  }

  // While the Web Lock is held, no other window takes these edits.
  function hold(): void {
    if (release !== undefined || locks === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    release = resolve
    locks.request(key, () => promise).catch(() => undefined)
  }

  function clear(): void {
    pending = undefined
    clearTimeout(timer)
    timer = undefined
    isTooLarge = false
    if (written.length > 0) database.remove(key)
    written = { length: 0, at: 0 }
    release?.()
    release = undefined
  }

  return {
    get isWorking() {
      return database.isWorking && !isTooLarge
    },
    write(kept) {
      if (kept === undefined || kept.edits.length === 0) return clear()
      const wait = written.at + largeMs - now()
      if (written.length < largeLength || wait <= 0) return put(kept)
      pending = kept
      timer ??= setTimeout(() => pending && put(pending), wait)
    },
    writeNow() {
      if (pending !== undefined) put(pending)
    },
    left: findLeft,
    onClosed(take) {
      watchOpen(take)
      if (wasOpen) return
      void database.opened.then(async (isOpen) => {
        if (!isOpen) return
        for (const each of await findLeft()) take(each)
        watchOpen(take)
      })
    },
  }

  async function findLeft(): Promise<LeftEdits[]> {
    const before = now() - limits.keptEditsDays * dayMs
    await database.prune({ before, maxEntries: limits.keptEditsWindows })
    wasOpen = database.isOpen
    const left: LeftEdits[] = []
    stillOpen = []
    for (const [each, { at, text }] of await database.list(owner)) {
      const kept = readEdits(text)
      if (kept === undefined) database.remove(each)
      else if (each === key) continue
      else if (await isClosed(each, at)) left.push(leftOf(each, kept, at))
      else stillOpen.push(each)
    }
    return left
  }

  // A window releases its Web Lock when it has closed.
  function watchOpen(take: (left: LeftEdits) => void): void {
    for (const each of stillOpen) {
      const closed = async () => {
        const [found] = await database.list(each)
        const kept = readEdits(found?.[1].text ?? '')
        if (found !== undefined && kept !== undefined) take(leftOf(each, kept, found[1].at))
      }
      locks?.request(each, closed).catch(() => undefined)
    }
  }

  function leftOf(each: string, { revision, edits }: KeptEdits, at: number): LeftEdits {
    return { revision, edits, at, remove: () => database.remove(each) }
  }

  async function isClosed(each: string, at: number): Promise<boolean> {
    if (locks === undefined) return at < now() - silentMs
    try {
      return await locks.request(each, { signal: AbortSignal.timeout(goneMs) }, () => true)
    } catch {
      return false
    }
  }
}

/** Undefined for text that no editor of this version wrote. */
function readEdits(text: string): KeptEdits | undefined {
  try {
    const { revision, edits } = Object(JSON.parse(text)) as Partial<KeptEdits>
    const isWhole = typeof revision === 'number' && Array.isArray(edits) && edits.every(isEdit)
    return isWhole && edits.length > 0 ? { revision, edits } : undefined
  } catch {
    return undefined
  }
}

function isEdit(value: unknown): value is KeptEdit {
  const { id, operations, replaces = '', voids = [] } = Object(value) as Partial<KeptEdit>
  const isNamed = typeof id === 'string' && typeof replaces === 'string'
  return isNamed && Array.isArray(operations) && Array.isArray(voids)
}
