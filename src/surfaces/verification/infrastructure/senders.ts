import type { ResolveRecords } from '../../../deliverability/findings/index.ts'
import { confirmName } from '../../../deliverability/mail-hosts/index.ts'
import { checkHost } from '../../../deliverability/spf/index.ts'
import type { SenderCheck } from './contract.ts'

/** Checks sending IP addresses as receivers do: PTR names and the SPF result for the domain. */
export function checkSenders(domain: string, ips: readonly string[], resolve: ResolveRecords): Promise<SenderCheck[]> {
  return Promise.all(
    ips.map(async (ip) => {
      const name = await confirmName(ip, resolve)
      const question = { ip, domain, sender: `postmaster@${domain}`, helo: name.name ?? domain }
      const { explanation, lookups, problem, result, term, voids, ...answer } = await checkHost(question, {
        resolve,
        now: Date.now() / 1000,
      })
      const decidedBy = answer.domain !== undefined && answer.domain !== domain ? { domain: answer.domain } : {}
      return {
        ip,
        ptr: { state: name.state, ...(name.name === undefined ? {} : { name: name.name }) },
        spf: {
          result,
          ...(term === undefined ? {} : { term, ...decidedBy }),
          ...(explanation === undefined ? {} : { explanation: explanation.replaceAll(/\p{Cc}+/gu, ' ') }),
          ...(problem === undefined ? {} : { problem }),
          lookups,
          voids,
        },
      }
    }),
  )
}
