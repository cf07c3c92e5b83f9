import { isSpf, readSpf } from '../spf/index.ts'
import type { ClassContext } from './streams.ts'

/** Networks and includes by which an SPF record authorizes senders. The records that it includes are not evaluated. */
export function termsOfSpf(record: string | null): Pick<ClassContext, 'includes' | 'networks'> {
  const read = record !== null && isSpf(record) ? readSpf(record) : { problem: 'none' }
  if ('problem' in read) return { includes: [], networks: [] }
  const authorizing = read.terms.filter(({ qualifier }) => qualifier === '+')
  return {
    includes: authorizing
      .filter(({ name }) => name === 'include' || name === 'redirect')
      .flatMap(({ value }) => (value === undefined ? [] : [value.toLowerCase()])),
    networks: authorizing.flatMap(({ network, prefix }) =>
      network === undefined ? [] : [{ octets: network, prefixBits: network.length === 4 ? prefix.four : prefix.six }],
    ),
  }
}
