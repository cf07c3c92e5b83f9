/**
 * Shares of opens by family of clients, in percent, as Litmus counted them in April 2022, its last monthly list that names
 * ten (litmus.com/blog/email-client-market-share-in-april-2022). It counts what privacy proxies open as Apple's, and mostly the
 * United States; another audience has other shares, so they only tell a large loss from a small one.
 */
const familyShares: Record<string, number> = {
  'apple-mail': 57.2,
  gmail: 29.5,
  outlook: 4.2,
  yahoo: 3.4,
  'samsung-email': 0.4,
  'web-de': 0.06,
  gmx: 0.06,
}

/** What is known of single clients; the others of a family share the rest alike. */
const clientShares: Record<string, number> = {
  'outlook.outlook-com': 1,
  'outlook.windows': 2.9,
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
