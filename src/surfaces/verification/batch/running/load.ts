import { type Address, readAddress } from '../../../../deliverability/address/index.ts'
import type { Store } from '../../../../platform/storage/index.ts'
import { type AddressHash, type Cached, recallMany } from '../../cache/index.ts'
import { type OwnData, decideMany } from '../../decisions/index.ts'
import * as rows from '../store.ts'

/** A row with the cached findings of its mailbox. */
export interface Loaded {
  readonly row: rows.DueRow
  readonly address: Address
  readonly hash: string
  readonly cached: Cached
  /** What the project itself knows about the mailbox. */
  readonly own: OwnData
}

/**
 * Loads rows of a batch by position. Loads of the same tick share four queries. Undefined for a row that has its result
 * already.
 */
export function createLoader(store: Store, { id, projectId }: rows.BatchRow, hashOf: AddressHash) {
  let asked: { position: number; resolve(loaded: Loaded | undefined): void; reject(error: unknown): void }[] = []

  async function load(): Promise<void> {
    const some = asked
    asked = []
    try {
      const found = new Map<number, Omit<Loaded, 'cached' | 'own'>>()
      const positions = some.map(({ position }) => position)
      for (const row of await rows.selectDue(store.read, id, positions)) {
        const address = readAddress(row.email)
        if (!address.valid) throw new Error('a due row without an email address')
        found.set(row.position, { row, address, hash: hashOf(projectId, address) })
      }
      const addresses = [...found.values()].map(({ address }) => address)
      const own = await decideMany(store.read, { projectId, hashOf }, addresses)
      const ownAt = new Map([...found.keys()].map((position, index) => [position, own[index]]))
      const hashes = [...found.values()].map(({ hash }) => hash)
      const known = await recallMany(store.read, projectId, hashes, store.read.nowMs())
      for (const { position, resolve } of some) {
        const each = found.get(position)
        resolve(each && { ...each, cached: known.get(each.hash) ?? { deferrals: 0 }, own: ownAt.get(position) ?? {} })
      }
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  return (position: number): Promise<Loaded | undefined> =>
    new Promise((resolve, reject) => {
      asked.push({ position, resolve, reject })
      if (asked.length === 1) setImmediate(() => void load())
    })
}
