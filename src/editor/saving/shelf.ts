import type { Operation } from '../../engines/document/index.ts'

/** Operations that did not reach the service, and the revision they were made on. */
export interface KeptOperations {
  revision: number
  operations: Operation[]
}

/** Where they lie until they do; they outlive a reload of the window, and end with its tab. */
export interface Shelf {
  read(): KeptOperations | undefined
  write(kept: KeptOperations | undefined): void
}

type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A shelf of this tab for one email. The storage is asked for each time, because merely naming it throws in a frame whose
 * browser keeps nothing for pages inside others; then a reload forgets what did not reach the service.
 */
export function createShelf(emailId: string, open: () => Storing): Shelf {
  const key = `svc:kept:${emailId}`
  return {
    read() {
      try {
        const kept = JSON.parse(open().getItem(key) ?? 'null') as Partial<KeptOperations> | null
        const isWhole =
          typeof kept?.revision === 'number' && Array.isArray(kept.operations) && kept.operations.length > 0
        return isWhole ? (kept as KeptOperations) : undefined
      } catch {
        return undefined
      }
    },
    write(kept) {
      try {
        if (kept === undefined) open().removeItem(key)
        else open().setItem(key, JSON.stringify(kept))
      } catch {
        // A full or forbidden storage keeps nothing; what is in memory is sent as soon as it can be.
      }
    },
  }
}
