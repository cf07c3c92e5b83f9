import { readAddress } from '../../../../deliverability/address/index.ts'
import { presentInvalid } from '../../verifier/index.ts'
import { type NewRow, dueAtOnce } from '../store.ts'

/** One submitted email address and the other cells of its row in the file. */
export interface Entry {
  readonly email: string
  readonly extra?: readonly string[]
}

/** A batch before it is stored. */
export interface Prepared {
  readonly total: number
  readonly uniqueCount: number
  readonly invalidCount: number
  /** Number of mailboxes per domain, for the estimate. */
  readonly byDomain: ReadonlyMap<string, number>
  /** Names of the columns other than the email column. */
  readonly columns: readonly string[] | undefined
  /** Reads the entries a second time and yields rows one by one, so that memory stays constant. */
  rows(): Iterable<NewRow>
}

/** Entries read between two yields to the event loop. */
const atOnce = 500

/**
 * Invalid addresses get their result at once; duplicates of a mailbox share the result of the first. The entries are read
 * twice, so that only numbers are held in memory.
 */
export async function prepareBatch(entries: Iterable<Entry>, columns?: readonly string[]): Promise<Prepared> {
  const firsts = new Map<string, number>()
  const byDomain = new Map<string, number>()
  /** By position: the position of the first row of the mailbox, or `none`. */
  const firstOf: number[] = []
  const copies: number[] = []
  for (const { email } of entries) {
    const position = firstOf.length
    if (position % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve, 0))
    const address = readAddress(email)
    const first = address.valid ? (firsts.get(address.normalized) ?? position) : none
    firstOf.push(first)
    copies.push(1)
    if (first === none || !address.valid) continue
    if (first !== position) {
      copies[first] = (copies[first] ?? 0) + 1
      continue
    }
    firsts.set(address.normalized, position)
    byDomain.set(address.domain, (byDomain.get(address.domain) ?? 0) + 1)
  }
  const rows = () => readRows(entries, { firstOf, copies })
  const invalidCount = firstOf.filter((first) => first === none).length
  return { total: firstOf.length, uniqueCount: firsts.size, invalidCount, byDomain, columns, rows }
}

const none = -1

function* readRows(
  entries: Iterable<Entry>,
  { copies, firstOf }: { firstOf: readonly number[]; copies: readonly number[] },
): Generator<NewRow, void, void> {
  let position = 0
  for (const { email, extra = null } of entries) {
    const first = firstOf[position] ?? none
    const blank = { position, email, extra: extra === null ? null : [...extra], copies: copies[position] ?? 1 }
    position++
    if (first !== none) {
      const isFirst = first === blank.position
      yield {
        ...blank,
        sameAs: isFirst ? null : first,
        dueAt: isFirst ? dueAtOnce : null,
        reachable: null,
        result: null,
      }
      continue
    }
    const address = readAddress(email)
    if (address.valid) throw new Error('The entries of the batch differ between two reads')
    yield { ...blank, sameAs: null, dueAt: null, reachable: 'invalid', result: presentInvalid(email, address) }
  }
}
