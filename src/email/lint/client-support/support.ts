import { clientNames, supportTable } from './table.ts'

export interface Support {
  /** As in caniemail.com/features/…/. */
  slug: string
  title: string
  /** Display names of clients without support and with partial support, the most used first. */
  lacking: readonly string[]
  partial: readonly string[]
  /** Approximate share of opens without support, or with partial support, in percent. */
  lackingShare: number
  partialShare: number
}

let known: Map<string, Support> | undefined

/** Undefined for untested features. */
export function supportOf(slug: string): Support | undefined {
  known ??= read()
  return known.get(slug)
}

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

/**
 * Share of opens by client family in percent, from Litmus for December 2021
 * (litmus.com/blog/email-client-market-share-december-2021). Litmus attributes opens by privacy proxies to Apple, and covers
 * mostly the United States. Other audiences differ, so the shares only separate a large loss from a small one.
 */
const familyShares: Record<string, number> = {
  'apple-mail': 57.4,
  gmail: 30.4,
  outlook: 4.1,
  yahoo: 2.5,
  'samsung-email': 0.4,
  gmx: 0.04,
}

/** Known shares of single clients, in percent; the other clients of a family share the rest evenly. */
const clientShares: Record<string, number> = {
  'outlook.outlook-com': 1,
  'outlook.windows': 2.8,
  'outlook.windows-mail': 0.1,
}

/** Approximate share of opens in these clients (`family.platform`) in percent. `all` lists every client. */
function shareOf(clients: readonly string[], all: readonly string[]): number {
  let sum = 0
  for (const client of clients) sum += clientShares[client] ?? restOf(familyOf(client), all)
  return Math.round(sum * 10) / 10
}

function restOf(family: string, all: readonly string[]): number {
  const known = Object.keys(clientShares).filter(
    (client) => familyOf(client) === family && client !== 'outlook.outlook-com',
  )
  const others = all.filter((client) => familyOf(client) === family && clientShares[client] === undefined)
  const taken = known.reduce((sum, client) => sum + (clientShares[client] ?? 0), 0)
  return Math.max(0, (familyShares[family] ?? 0) - taken) / Math.max(1, others.length)
}

function familyOf(client: string): string {
  return client.slice(0, client.indexOf('.'))
}
