import { asciiDomain } from '../host-name.ts'
import { relayDomains } from './relays.ts'
import { otherMailboxes, suggestedProviders } from './providers.ts'

/** What is collected before it is merged: lists of names as their publishers have them. */
export interface ListSources {
  /** What the lists are called when they are merged; the date of the newest, or the versions. */
  readonly version: string
  /** Checked by hand by its publisher: believed alone. */
  readonly curated: readonly string[]
  /** Collected by machines: two must agree. */
  readonly collected: readonly (readonly string[])[]
  /** Anyone who wants has a mailbox there. */
  readonly free: readonly (readonly string[])[]
  /** Free mail, checked against disposable ones by its publisher: never disposable, whatever the others say. */
  readonly neverDisposable: readonly string[]
}

/**
 * One text of all lists, for `createLists`: the version, the disposable domains and the free ones, each sorted.
 * Disposable is what the curated list has or two others agree on, but for well-known mailboxes and privacy relays.
 */
export function mergeLists({ collected, curated, free, neverDisposable, version }: ListSources): string {
  const allowed = new Set([...neverDisposable, ...relayDomains, ...suggestedProviders, ...otherMailboxes])
  const counts = new Map<string, number>()
  for (const list of collected) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const agreed = [...counts].filter(([, count]) => count >= 2).map(([name]) => name)
  const disposable = new Set(namesIn([...curated, ...agreed]).filter((name) => !allowed.has(name)))
  const anywhereDisposable = new Set([...disposable, ...counts.keys()])
  // A collector calls free what is thrown away: one word against it is enough.
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
