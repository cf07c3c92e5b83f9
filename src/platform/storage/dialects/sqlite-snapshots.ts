import type { Connection } from './sqlite-connection.ts'

/** Tells the committed states of a SQLite file apart, for `Db.snapshot`. */
export class SqliteSnapshots {
  readonly #version: { values(): unknown[][] }
  #current: number | undefined

  constructor(reading: Connection) {
    this.#version = reading.prepare('PRAGMA data_version')
  }

  /**
   * Differs after each commit on another connection, also one of another process. SQLite is asked once per turn of the event
   * loop: the requests of a turn had all arrived before it, so none of them was sent after a commit that is not seen.
   */
  current = (): number => {
    if (this.#current !== undefined) return this.#current
    setImmediate(this.forget)
    return (this.#current = Number(this.#version.values()[0]?.[0]))
  }

  /** Asks SQLite again: called after each commit of this process. */
  forget = (): void => {
    this.#current = undefined
  }
}
