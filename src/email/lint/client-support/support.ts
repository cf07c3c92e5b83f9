import { shareOf } from './shares.ts'
import { clientNames, supportTable } from './table.ts'

export interface Support {
  /** As in caniemail.com/features/…/. */
  slug: string
  title: string
  /** Clients without it, and those with part of it, as people call them, the most used first. */
  lacking: readonly string[]
  partial: readonly string[]
  /** About how many of a hundred opens happen where it is lacking, or there in part. */
  lackingShare: number
  partialShare: number
}

let known: Map<string, Support> | undefined

/** What mail clients make of a feature; undefined for one that nobody has tested. */
export function supportOf(slug: string): Support | undefined {
  known ??= read()
  return known.get(slug)
}

/** Names of all tested features. */
export function knownFeatures(): readonly string[] {
  known ??= read()
  return [...known.keys()]
}

function read(): Map<string, Support> {
  const clients = clientNames
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
  const ids = clients.map(([id = '']) => id)
  const shares = ids.map((id) => shareOf([id], ids))
  return new Map(
    supportTable
      .trim()
      .split('\n')
      .map((line) => {
        const [slug = '', title = '', letters = ''] = line.split('|')
        const those = (letter: string) =>
          [...letters]
            .flatMap((one, index) => (one === letter ? [index] : []))
            .toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0))
        const [lacking, partial] = [those('n'), those('a')]
        const named = (indices: readonly number[]) => indices.map((index) => clients[index]?.[1] ?? '')
        const share = (indices: readonly number[]) =>
          shareOf(
            indices.map((index) => ids[index] ?? ''),
            ids,
          )
        return [
          slug,
          {
            slug,
            title,
            lacking: named(lacking),
            partial: named(partial),
            lackingShare: share(lacking),
            partialShare: share(partial),
          },
        ]
      }),
  )
}
