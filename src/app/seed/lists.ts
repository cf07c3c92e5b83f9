import type { Operations } from './operations.ts'

/** A list as newsletters have them: of 240 addresses, by verdict. Addresses of the sandbox cost no credits and no query. */
const shares: readonly (readonly [status: string, count: number])[] = [
  ['mailbox_exists', 171],
  ['not_found', 22],
  ['catch_all', 19],
  ['full_inbox', 9],
  ['greylisted', 8],
  ['disposable', 7],
  ['domain_not_found', 4],
]

export async function seedLists({ upload }: Operations): Promise<void> {
  const rows = shares.flatMap(([status, count]) =>
    Array.from({ length: count }, (_, index) => `${status}+${index + 1}@sandbox.test,${index % 3 ? 'shop' : 'event'}`),
  )
  const form = new FormData()
  form.set('file', new Blob([`email,source\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'newsletter-readers.csv')
  await upload('/verify/upload', form)
}
