import type { Operation } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'

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
  /** Called after the service or another window has stored them. */
  remove(): void
}

/** Stores unconfirmed edits in the browser across restarts, for `limits.keptEditsDays` days. */
export interface OfflineStore {
  /** Replaces the stored edits of this window; undefined removes them. Returns false if the browser has no storage. */
  write(kept: KeptEdits | undefined): boolean
  /** Writes a delayed large entry; for `pagehide`. */
  writeNow(): void
  /** Edits of closed windows for the same email and user, oldest first. */
  left(): Promise<LeftEdits[]>
  /**
   * Passes the edits of windows that were open at the last call of `left` as soon as each has closed: on a busy computer
   * a window closes after the next one has opened.
   */
  onClosed(take: (left: LeftEdits) => void): void
}

type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
type Locking = Pick<LockManager, 'request'>

export interface OfflineStoreDeps {
  /** Edits are offered only to the same user in the same email. */
  of: { pluginId: string; emailId: string; userId: string }
  /** Called for each access, because reading the storage property throws if the browser blocks it in frames. */
  open: () => Storing
  /** Web Locks distinguish open windows from closed ones; undefined in insecure contexts. */
  locks?: Locking | undefined
  now?: () => number
}

const prefix = 'svc:kept:'
/** Entries of more characters are written at most once per interval in ms, because writing is synchronous. */
const [largeLength, largeMs] = [64 * 1024, 500]
/** Without Web Locks, a window counts as closed after this time without a write, in ms. */
const silentMs = 60_000
/** Maximum time in which a closing window releases its Web Lock, in ms. */
const goneMs = 1000
const dayMs = 24 * 60 * 60 * 1000

interface Entry extends KeptEdits {
  /** Milliseconds since epoch. */
  at: number
}

export function createOfflineStore({ of, open, locks, now = Date.now }: OfflineStoreDeps): OfflineStore {
  const owner = `${prefix}${[of.pluginId, of.userId, of.emailId].map(encodeURIComponent).join(':')}:`
  const key = owner + crypto.randomUUID()
  let pending: KeptEdits | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = { length: 0, at: 0 }
  let release: (() => void) | undefined
  let stillOpen: string[] = []

  function put(kept: KeptEdits): boolean {
    pending = undefined
    clearTimeout(timer)
    timer = undefined
    const entry: Entry = { ...kept, at: now() }
    const text = JSON.stringify(entry)
    if (text.length > limits.keptEditsLength) return false
    try {
      open().setItem(key, text)
    } catch {
      return false
    }
    written = { length: text.length, at: entry.at }
    hold()
    return true
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
    written = { length: 0, at: 0 }
    remove(open, key)
    release?.()
    release = undefined
  }

  return {
    write(kept) {
      if (kept === undefined || kept.edits.length === 0) {
        clear()
        return true
      }
      const wait = written.at + largeMs - now()
      if (written.length < largeLength || wait <= 0) return put(kept)
      pending = kept
      timer ??= setTimeout(() => pending && put(pending), wait)
      return true
    },
    writeNow() {
      if (pending !== undefined) put(pending)
    },
    async left() {
      const found: [string, Entry][] = []
      stillOpen = []
      for (const each of keysIn(open)) {
        const entry = readEntry(open, each)
        if (entry === undefined || entry.at < now() - limits.keptEditsDays * dayMs) remove(open, each)
        else if (!each.startsWith(owner) || each === key) continue
        else if (await isClosed(each, entry)) found.push([each, entry])
        else stillOpen.push(each)
      }
      return found.sort(([, one], [, other]) => one.at - other.at).map(([each, entry]) => leftOf(each, entry))
    },
    onClosed(take) {
      for (const each of stillOpen) {
        const closed = () => {
          const entry = readEntry(open, each)
          if (entry !== undefined) take(leftOf(each, entry))
        }
        locks?.request(each, closed).catch(() => undefined)
      }
    },
  }

  function leftOf(each: string, { revision, edits }: Entry): LeftEdits {
    return { revision, edits, remove: () => remove(open, each) }
  }

  async function isClosed(each: string, { at }: Entry): Promise<boolean> {
    if (locks === undefined) return at < now() - silentMs
    try {
      return await locks.request(each, { signal: AbortSignal.timeout(goneMs) }, () => true)
    } catch {
      return false
    }
  }
}

function keysIn(open: () => Storing): string[] {
  try {
    const storage = open()
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return keys.filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function readEntry(open: () => Storing, key: string): Entry | undefined {
  try {
    const { revision, edits, at } = Object(JSON.parse(open().getItem(key) ?? 'null')) as Partial<Entry>
    const isWhole =
      typeof revision === 'number' && typeof at === 'number' && Array.isArray(edits) && edits.every(isEdit)
    return isWhole && edits.length > 0 ? { revision, edits, at } : undefined
  } catch {
    return undefined
  }
}

function isEdit(value: unknown): value is KeptEdit {
  const { id, operations, replaces = '', voids = [] } = Object(value) as Partial<KeptEdit>
  const isNamed = typeof id === 'string' && typeof replaces === 'string'
  return isNamed && Array.isArray(operations) && Array.isArray(voids)
}

function remove(open: () => Storing, key: string): void {
  try {
    open().removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
