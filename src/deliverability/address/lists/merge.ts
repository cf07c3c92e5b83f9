import { asciiDomain } from '../host-name.ts'
import { relayDomains } from './relays.ts'
import { otherMailboxes, suggestedProviders } from './providers.ts'

/** Lists of names as published. */
export interface ListSources {
  /** Version of the merged lists: the newest date, or the versions of the sources. */
  readonly version: string
  /** Reviewed by its publisher: one entry is enough. */
  readonly curated: readonly string[]
  /** Collected automatically: two lists must agree. */
  readonly collected: readonly (readonly string[])[]
  /** Public mailbox providers. */
  readonly free: readonly (readonly string[])[]
  /**
   * Free mail providers checked against disposable domains by its publisher: never disposable, even if other lists contain
   * them.
   */
  readonly neverDisposable: readonly string[]
}

/**
 * Merges the lists into one text for `createLists`: version, disposable domains and free ones, each sorted. A domain is
 * disposable if the curated list or two collected lists contain it, except well-known mailbox providers and privacy relays.
 */
export function mergeLists({ collected, curated, free, neverDisposable, version }: ListSources): string {
  const allowed = new Set([...neverDisposable, ...relayDomains, ...suggestedProviders, ...otherMailboxes])
  const counts = new Map<string, number>()
  for (const list of collected) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const agreed = [...counts].filter(([, count]) => count >= 2).map(([name]) => name)
  const disposable = new Set(namesIn([...curated, ...agreed]).filter((name) => !allowed.has(name)))
  const anywhereDisposable = new Set([...disposable, ...counts.keys()])
  // Collected lists of free domains contain disposable ones: one list that says so is enough.
  const isFree = (name: string) => allowed.has(name) || !anywhereDisposable.has(name)
  const open = new Set(
    namesIn([...free.flat(), ...neverDisposable, ...suggestedProviders, ...otherMailboxes]).filter(isFree),
  )
  for (const relay of relayDomains) open.delete(relay)
  return [version, sorted(disposable), sorted(open)].join('\n\n')
}

function namesIn(list: readonly string[]): string[] {
  return list.map((name) => asciiDomain(name.trim())).filter((name) => name?.includes('.') === true) as string[]
}

function sorted(names: Iterable<string>): string {
  return [...names].toSorted().join('\n')
}
