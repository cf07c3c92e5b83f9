/** An entry of the database of unconfirmed edits. */
export interface StoredEdits {
  /** Milliseconds since epoch. */
  at: number
  /** JSON. */
  text: string
}

/** Unconfirmed edits in the browser, by key. Nothing rejects: without storage, nothing is found. */
export interface EditDatabase {
  /** False if the browser has no storage, or did not store the last entry. */
  readonly isWorking: boolean
  readonly isOpen: boolean
  /** Settles when the browser has opened the database, which takes seconds on a busy computer; true if it could. */
  readonly opened: Promise<boolean>
  /** The write survives a crash or the end of the page right after this call. */
  put(key: string, stored: StoredEdits): void
  remove(key: string): void
  /** Entries whose key starts with the prefix, oldest first. */
  list(prefix: string): Promise<[key: string, stored: StoredEdits][]>
  /** Removes entries older than `before`, and the oldest ones beyond `maxEntries`. */
  prune(limits: { before: number; maxEntries: number }): Promise<void>
}

const [databaseName, storeName, indexName] = ['svc', 'edits', 'at'] as const
/** A browser that does not open the database in this time in ms counts as one without storage until it does. */
const openingMs = 2000

/** Opens the database of the editor's origin, which browsers partition by the site of the host page. */
export function openEditDatabase(factory: () => IDBFactory = () => indexedDB): EditDatabase {
  let database: IDBDatabase | undefined
  let isRejected = false
  const opening = open(factory, (closed) => {
    if (database === closed) database = undefined
  }).then((opened) => (database = opened))
  const ready = Promise.race([opening, new Promise((resolve) => setTimeout(resolve, openingMs))])

  function write(change: (store: IDBObjectStore) => void, onEnd: (isDone: boolean) => void): void {
    try {
      if (database === undefined) return onEnd(false)
      const transaction = database.transaction(storeName, 'readwrite', { durability: 'relaxed' })
      transaction.oncomplete = () => onEnd(true)
      transaction.onabort = () => onEnd(false)
      change(transaction.objectStore(storeName))
      // Without it, browsers wait for another task of the page before they write, which a closing page does not have.
      transaction.commit()
    } catch {
      onEnd(false)
    }
  }

  return {
    get isOpen() {
      return database !== undefined
    },
    opened: opening.then((opened) => opened !== undefined),
    get isWorking() {
      return database !== undefined && !isRejected
    },
    put(key, stored) {
      write(
        (store) => store.put(stored, key),
        (isDone) => void (isRejected = !isDone),
      )
    },
    remove(key) {
      write(
        (store) => store.delete(key),
        () => undefined,
      )
    },
    async list(prefix) {
      await ready
      const range = () => IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)
      const keys = await read(database, (store) => store.getAllKeys(range()))
      const entries = await read(database, (store) => store.getAll(range()))
      const found = (keys ?? []).map((key, at) => [String(key), (entries as StoredEdits[])[at] ?? noEdits] as const)
      return found.map(([key, stored]): [string, StoredEdits] => [key, stored]).sort(([, a], [, b]) => a.at - b.at)
    },
    async prune({ before, maxEntries }) {
      await ready
      const expired = await read(database, (store) => store.index(indexName).getAllKeys(IDBKeyRange.upperBound(before)))
      const all = await read(database, (store) => store.index(indexName).getAllKeys())
      const surplus = (all ?? []).slice(0, Math.max(0, (all ?? []).length - maxEntries))
      const gone = [...(expired ?? []), ...surplus]
      if (gone.length > 0)
        write(
          (store) => {
            for (const key of gone) store.delete(key)
          },
          () => undefined,
        )
    },
  }
}

const noEdits: StoredEdits = { at: 0, text: '' }

/** Undefined in browsers and frames without storage, such as sandboxed ones, in which already the property may throw. */
async function open(
  factory: () => IDBFactory,
  onClose: (database: IDBDatabase) => void,
): Promise<IDBDatabase | undefined> {
  try {
    const request = factory().open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName).createIndex(indexName, indexName)
    const database = await resultOf(request)
    database.onclose = () => onClose(database)
    // Another version of the editor changes the database.
    database.onversionchange = () => {
      database.close()
      onClose(database)
    }
    return database
  } catch {
    return undefined
  }
}

async function read<Result>(
  database: IDBDatabase | undefined,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    return await (database && resultOf(request(database.transaction(storeName).objectStore(storeName))))
  } catch {
    return undefined
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error ?? new Error('The database failed.'))
  return promise
}
