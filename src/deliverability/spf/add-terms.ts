import { isSpf, readSpf } from './read-spf.ts'

/** The record with mechanisms before its `all` or `redirect`; a new one that ends in `~all` without a usable record. */
export function addSpfTerms(record: string | null, terms: readonly string[]): string {
  const read = record !== null && isSpf(record) ? readSpf(record) : { problem: 'none' }
  const present = 'problem' in read ? ['~all'] : read.terms.map(({ text }) => text)
  const added = terms.filter((each) => !present.some((text) => text.toLowerCase() === each.toLowerCase()))
  const last = present.findIndex((text) => /^(?:[+\-~?]?all$|redirect=)/i.test(text))
  const at = last < 0 ? present.length : last
  return ['v=spf1', ...present.slice(0, at), ...added, ...present.slice(at)].join(' ')
}
