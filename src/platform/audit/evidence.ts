import type { Log } from '../log/index.ts'
import { type Store, statementwise } from '../storage/index.ts'
import { limits } from '../../kernel/limits.ts'
import { collectAudit } from './audit.ts'
import type { AuditEntry } from './entry.ts'
import { auditKeysOf } from './keys.ts'

/** An event outside of any transaction: a disclosure, the use of a secret, a refusal. */
export interface AuditNote extends AuditEntry {
  /** Personal data that was viewed, in plain text; only its pseudonym is recorded. */
  subjects?: readonly string[] | undefined
  /** Recorded only if the target is restricted. */
  onlyRestricted?: boolean | undefined
}

/**
 * Records events without a transaction, in the background: equal notes become one row with a count. A crash loses the notes
 * of the last seconds (`limits.auditNoteSeconds`), and refusals of the last minute.
 */
export interface Evidence {
  /** Records a disclosure or the use of a secret. Never throws and never waits. */
  note(note: AuditNote): void
  /**
   * Records events that callers can cause in any number, such as refusals: those of one project take at most
   * `limits.auditRefusalRows` rows a minute, and the rest are counted together.
   */
  noteBounded(note: AuditNote): void
  /** Writes the pending notes. */
  flush(): Promise<void>
  /** Writes the pending notes, and accepts no more. */
  close(): Promise<void>
}

export interface EvidenceDeps {
  store: Store
  log: Log
  /** The restricted ones among these targets. */
  restrictedOf(ids: readonly string[]): Promise<ReadonlySet<string>>
}

interface Group {
  note: AuditNote
  count: number
  pseudonyms: Set<string>
  firstAt: number
}

const rowsAtOnce = 200
const subjectsPerRow = 100

export function createEvidence({ store, log, restrictedOf }: EvidenceDeps): Evidence {
  const notes = new Buffered(limits.auditNoteSeconds * 1000)
  const refusals = new Buffered(60_000)
  let waiting: AuditEntry[] = []
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  function pseudonymsOf({ subjects = [] }: AuditNote): string[] {
    return subjects.map((text) => auditKeysOf(store.read).pseudonym(text))
  }

  function flushLater(buffer: Buffered): void {
    buffer.timer ??= setTimeout(() => void flush([buffer]), buffer.windowMs)
    buffer.timer.unref()
  }

  function flush(buffers: readonly Buffered[]): Promise<void> {
    const groups = buffers.flatMap((buffer) => buffer.take())
    writing = writing.then(() => write(groups))
    return writing
  }

  async function write(groups: readonly Group[]): Promise<void> {
    try {
      waiting.push(...(await entriesOf(groups)))
      while (waiting.length > 0) {
        const projectId = waiting[0]?.projectId ?? null
        const chosen = waiting.filter((entry) => (entry.projectId ?? null) === projectId).slice(0, rowsAtOnce)
        await store.tx(async (db) => collectAudit(db, projectId, chosen), { ...statementwise, survives: 'process' })
        const written = new Set(chosen)
        waiting = waiting.filter((entry) => !written.has(entry))
      }
    } catch (error) {
      const lost = waiting.length - limits.auditNotesHeld
      if (lost > 0) waiting = waiting.slice(lost)
      log.error('audit_write_failed', { waiting: waiting.length, lost: Math.max(0, lost), error })
      if (!isClosed) flushLater(notes)
    }
  }

  async function entriesOf(groups: readonly Group[]): Promise<AuditEntry[]> {
    const doubtful = groups.flatMap(({ note }) => (note.onlyRestricted === true && note.target ? [note.target] : []))
    const restricted = doubtful.length === 0 ? new Set<string>() : await restrictedOf([...new Set(doubtful)])
    return groups
      .filter(({ note }) => note.onlyRestricted !== true || (note.target != null && restricted.has(note.target)))
      .map(entryOf)
  }

  return {
    note(note) {
      if (isClosed) return
      notes.add(note, pseudonymsOf(note))
      if (notes.size >= limits.auditNotesHeld / 10) void flush([notes])
      else flushLater(notes)
    },
    noteBounded(note) {
      if (isClosed) return
      refusals.addBounded(note, pseudonymsOf(note), limits.auditRefusalRows)
      flushLater(refusals)
    },
    flush: () => flush([notes, refusals]),
    async close() {
      isClosed = true
      await flush([notes, refusals])
    },
  }
}

class Buffered {
  readonly windowMs: number
  timer: ReturnType<typeof setTimeout> | undefined
  #groups = new Map<string, Group>()
  #perChain = new Map<string, number>()

  constructor(windowMs: number) {
    this.windowMs = windowMs
  }

  get size(): number {
    return this.#groups.size
  }

  add(note: AuditNote, pseudonyms: readonly string[]): void {
    const key = keyOf(note)
    const group = this.#groups.get(key) ?? this.#open(key, note)
    group.count++
    for (const pseudonym of pseudonyms) group.pseudonyms.add(pseudonym)
    // A full row is left unchanged, and a new one started.
    if (group.pseudonyms.size < subjectsPerRow) return
    this.#groups.delete(key)
    this.#groups.set(`${key} ${this.#groups.size} ${group.firstAt}`, group)
  }

  addBounded(note: AuditNote, pseudonyms: readonly string[], maxPerChain: number): void {
    const key = keyOf(note)
    const chain = note.projectId ?? ''
    const groups = this.#perChain.get(chain) ?? 0
    let known = this.#groups.get(key)
    if (known === undefined && groups < maxPerChain) {
      known = this.#open(key, note)
      this.#perChain.set(chain, groups + 1)
    }
    if (known !== undefined) {
      known.count++
      for (const pseudonym of pseudonyms) if (known.pseudonyms.size < subjectsPerRow) known.pseudonyms.add(pseudonym)
      return
    }
    const { action, projectId, companyId } = note
    const others: AuditNote = {
      actor: { kind: 'anonymous', id: '' },
      action,
      ...(projectId === undefined ? {} : { projectId }),
      ...(companyId === undefined ? {} : { companyId }),
      detail: { others: true },
    }
    const othersKey = keyOf(others)
    const group = this.#groups.get(othersKey) ?? this.#open(othersKey, others)
    group.count++
  }

  take(): Group[] {
    clearTimeout(this.timer)
    this.timer = undefined
    const groups = [...this.#groups.values()]
    this.#groups = new Map()
    this.#perChain = new Map()
    return groups
  }

  #open(key: string, note: AuditNote): Group {
    const group: Group = { note, count: 0, pseudonyms: new Set(), firstAt: Date.now() }
    this.#groups.set(key, group)
    return group
  }
}

function keyOf({ actor, action, projectId, target, ip, detail }: AuditNote): string {
  const details = detail === undefined ? '' : JSON.stringify(detail)
  return `${projectId}\n${actor.kind}\n${actor.id}\n${ip ?? actor.ip}\n${action}\n${target}\n${details}`
}

function entryOf({
  note: { subjects: _, onlyRestricted: __, ...entry },
  count,
  pseudonyms,
  firstAt,
}: Group): AuditEntry {
  return {
    ...entry,
    detail: {
      ...entry.detail,
      ...(count === 1 ? {} : { count }),
      ...(pseudonyms.size === 0 ? {} : { subjects: [...pseudonyms] }),
      first_at: new Date(firstAt).toISOString(),
    },
  }
}
