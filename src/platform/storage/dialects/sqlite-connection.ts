import { Database, type Statement } from 'bun:sqlite'

const cachedStatements = 500

/**
 * A connection that caches its compiled statements, because drizzle compiles one for every query. A statement dropped from
 * the cache is left to the garbage collector: a prepared query may still reference it.
 */
export class Connection extends Database {
  readonly #statements = new Map<string, Statement>()

  override prepare: Database['prepare'] = (text: string) => {
    let statement = this.#statements.get(text)
    this.#statements.delete(text)
    if (statement === undefined) {
      statement = super.prepare(text)
      const [oldest] = this.#statements.keys()
      if (this.#statements.size >= cachedStatements && oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(text, statement)
    return statement as never
  }

  /** Drops the compiled statements: one that was not read to its end would keep its snapshot. */
  forgetStatements(): void {
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
  }

  override close(): void {
    this.forgetStatements()
    super.close()
  }
}

/** Runs a statement without result rows, compiled once. */
export function execute(connection: Connection, text: string): void {
  connection.prepare(text).run()
}
