import { type Store, statementwise } from '../../../../platform/storage/index.ts'
import * as rows from './store.ts'

/** A value with an expiry. */
export interface ProbeNote {
  readonly value: string
  /** Remaining time, milliseconds. */
  readonly leftMs: number
}

/** Expiring values shared by all processes and kept across restarts. */
export interface ProbeNotes {
  /**
   * Reads values by key. A key is queried at most once in half a minute and missing in the result in between: callers cache
   * it. Never rejects.
   */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, ProbeNote>>
  /** Buffers a value; it is written to the database shortly after. */
  write(key: string, note: ProbeNote): void
  /** Resolves when all buffered values are written. */
  flush(): Promise<void>
}

type NotesByKey = ReadonlyMap<string, ProbeNote>

const recheckMs = 30_000
const maxCached = 50_000
/** Rows per statement, and maximum time that a value is buffered, milliseconds. */
const [rowsAtOnce, soonMs] = [400, 200]

/** Database errors are reported to `onFault`; values that could not be read or written count as missing. */
export function createNotes(store: Pick<Store, 'read' | 'tx'>, onFault: (error: unknown) => void): ProbeNotes {
  const lookedAtMs = new Map<string, number>()
  const pending = new Map<string, Promise<NotesByKey>>()
  let requesting: { keys: Set<string>; found: Promise<NotesByKey> } | undefined
  let waiting = new Map<string, rows.NoteRow>()
  let writing = Promise.resolve()
  let timer: Timer | undefined

  // Concurrent reads share one query.
  async function readTogether(keys: Set<string>): Promise<NotesByKey> {
    await new Promise((resolve) => setImmediate(resolve))
    if (requesting?.keys === keys) requesting = undefined
    const found = new Map<string, ProbeNote>()
    const nowMs = Date.now()
    try {
      const all = [...keys]
      for (let from = 0; from < all.length; from += rowsAtOnce)
        for (const { key, untilAt, value } of await rows.selectNotes(
          store.read,
          all.slice(from, from + rowsAtOnce),
          nowMs,
        ))
          found.set(key, { value, leftMs: untilAt - nowMs })
    } catch (error) {
      onFault(error)
    }
    for (const key of keys) pending.delete(key)
    return found
  }

  function open() {
    const keys = new Set<string>()
    return { keys, found: readTogether(keys) }
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const some = [...waiting.values()]
    waiting = new Map()
    writing = writing.then(async () => {
      try {
        for (let from = 0; from < some.length; from += rowsAtOnce)
          await store.tx((db) => rows.upsertNotes(db, some.slice(from, from + rowsAtOnce)), {
            ...statementwise,
            survives: 'process',
          })
      } catch (error) {
        onFault(error)
      }
    })
    return writing
  }

  return {
    async read(keys) {
      const nowMs = performance.now()
      const isDue = (key: string) => (lookedAtMs.get(key) ?? -Infinity) <= nowMs - recheckMs
      const due = keys.filter((key) => !pending.has(key) && isDue(key))
      if (due.length > 0) {
        if (lookedAtMs.size > maxCached) lookedAtMs.clear()
        requesting ??= open()
        for (const key of due) {
          requesting.keys.add(key)
          pending.set(key, requesting.found)
          lookedAtMs.set(key, nowMs)
        }
      }
      const awaited = new Set(keys.map((key) => pending.get(key)).filter((found) => found !== undefined))
      if (awaited.size === 0) return new Map()
      const found = await Promise.all(awaited)
      return new Map(
        keys.flatMap((key) => {
          const note = found.find((each) => each.has(key))?.get(key)
          return note === undefined ? [] : [[key, note]]
        }),
      )
    },
    write(key, { leftMs, value }) {
      waiting.set(key, { key, value, untilAt: Math.ceil(Date.now() + leftMs) })
      timer ??= setTimeout(() => void write(), soonMs)
      timer.unref()
    },
    flush: write,
  }
}

const atOnce = 500

/** Deletes expired notes and budgets; returns the number of rows. */
export async function purgeProbing(store: Pick<Store, 'tx'>, nowMs: number, signal: AbortSignal): Promise<number> {
  // Tolerates a small difference between the clocks of the database and this process.
  const beforeMs = nowMs - 3_600_000
  let purged = 0
  for (const purge of [rows.deleteNotes, rows.deleteBudgets])
    for (let some = atOnce; some === atOnce && !signal.aborted; purged += some)
      some = await store.tx((db) => purge(db, beforeMs, atOnce), statementwise)
  return purged
}
