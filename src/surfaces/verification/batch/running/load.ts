import { type Address, readAddress } from '../../../../deliverability/address/index.ts'
import type { Store } from '../../../../platform/storage/index.ts'
import { type AddressHash, type Cached, recallMany } from '../../cache/index.ts'
import { type Listed, decideMany } from '../../list-entries/index.ts'
import * as rows from '../store.ts'

/** A row with the cached findings of its mailbox. */
export interface Loaded {
  readonly row: rows.DueRow
  readonly address: Address
  readonly hash: string
  readonly cached: Cached
  /** The entry of a list of the project that decides. */
  readonly listed: Listed | undefined
}

/**
 * Loads rows of a batch by position. Loads of the same tick share three queries. Undefined for a row that has its result
 * already.
 */
export function createLoader(store: Store, { id, projectId }: rows.BatchRow, hashOf: AddressHash) {
  let asked: { position: number; resolve(loaded: Loaded | undefined): void; reject(error: unknown): void }[] = []

  async function load(): Promise<void> {
    const some = asked
    asked = []
    try {
      const found = new Map<number, Omit<Loaded, 'cached' | 'listed'>>()
      const positions = some.map(({ position }) => position)
      for (const row of await rows.selectDue(store.read, id, positions)) {
        const address = readAddress(row.email)
        if (!address.valid) throw new Error('a due row without an email address')
        found.set(row.position, { row, address, hash: hashOf(projectId, address) })
      }
      const addresses = [...found.values()].map(({ address }) => address)
      const listed = await decideMany(store.read, { projectId, hashOf }, addresses)
      const listedAt = new Map([...found.keys()].map((position, index) => [position, listed[index]]))
      const hashes = [...found.values()].map(({ hash }) => hash)
      const known = await recallMany(store.read, projectId, hashes, store.read.nowMs())
      for (const { position, resolve } of some) {
        const each = found.get(position)
        resolve(each && { ...each, cached: known.get(each.hash) ?? { deferrals: 0 }, listed: listedAt.get(position) })
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
