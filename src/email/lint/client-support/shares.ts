/**
 * Shares of opens by family of clients, in percent, as Litmus counted them in December 2021
 * (litmus.com/blog/email-client-market-share-december-2021). It counts what privacy proxies open as Apple's, and mostly the
 * United States; another audience has other shares, so they only tell a large loss from a small one.
 */
const familyShares: Record<string, number> = {
  'apple-mail': 57.4,
  gmail: 30.4,
  outlook: 4.1,
  yahoo: 2.5,
  'samsung-email': 0.4,
  gmx: 0.04,
}

/** What is known of single clients; the others of a family share the rest alike. */
const clientShares: Record<string, number> = {
  'outlook.outlook-com': 1,
  'outlook.windows': 2.8,
  'outlook.windows-mail': 0.1,
}

/** Roughly how many of a hundred opens happen in these clients, `family.platform` each. `all` are the clients there are. */
export function shareOf(clients: readonly string[], all: readonly string[]): number {
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
