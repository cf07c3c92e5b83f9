import { readAddress } from '../../deliverability/address/index.ts'
import { subStatuses } from '../../deliverability/verdict/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createNet } from '../../platform/net/index.ts'
import { limits } from '../../kernel/limits.ts'
import { createDomainSources, presentInvalid, presentResult } from '../../surfaces/verification/index.ts'
import { openBlockLists } from '../block-lists.ts'
import { lookUpsOf } from '../domain-lookups.ts'
import { openProber, urgently } from '../probing.ts'
import { assembleVerifier } from '../verification.ts'
import { type Call, type Command, exit } from './command.ts'

type Result = ReturnType<typeof presentResult>

/** Exit codes by verdict; 2 is a usage error. */
const codes = { safe: exit.ok, invalid: exit.failed, risky: 3, unknown: 4 } as const

/** Verifies one address without server and store: nothing is charged or cached. */
export const verifyCommand: Command = {
  settings: true,
  operands: ['EMAIL'],
  details: [
    'Queries DNS and mail servers with the settings of the service, so it also shows whether probing works from this machine.',
    'Further exit codes: 3 risky, 4 unknown. /docs/guide/verification of the service explains the verdicts.',
  ].join('\n'),
  options: [
    { flag: '--skip-smtp', meaning: 'Skip SMTP: check syntax, lists and DNS only.' },
    { flag: '--intelligence', meaning: 'Also report what DNS publishes about the domain.' },
    { flag: '--json', meaning: 'Print the result as the API returns it.' },
  ],
  failure: 'the email address is undeliverable',
  run: async (call) => {
    const { has, operands, terminal } = call
    const result = await verify(call, operands[0] ?? '')
    terminal.out(has('--json') ? JSON.stringify(result, null, 2) : print(result))
    return codes[result.reachable]
  },
}

async function verify({ config: read, has }: Call, text: string): Promise<Result> {
  const config = read()
  const address = readAddress(text)
  if (!address.valid) return presentInvalid(text, address)
  const [log, metrics] = [createLog('error', undefined, config.logFormat), createMetrics()]
  const { dnsServers, netAllow: allow } = config
  const net = createNet({ dnsServers, allow, ownAddresses: [], log, metrics })
  const prober = openProber({ config, net, log, metrics })
  try {
    const verifier = assembleVerifier({
      blockLists: openBlockLists({ config, dns: net.dns, log }),
      config,
      domainSources: createDomainSources(lookUpsOf(config, net.send)),
      net,
      probe: urgently(prober),
      log,
    })
    const depth = { skipsSmtp: has('--skip-smtp'), includesDomain: has('--intelligence'), includesGravatar: false }
    const findings = await verifier.verify(address, depth, AbortSignal.timeout(limits.verifySeconds * 1000))
    return presentResult(address, findings, {
      isCached: false,
      creditsUsed: 0,
      showsIntelligence: depth.includesDomain,
    })
  } finally {
    await prober.close()
    await net.close()
  }
}

function print(result: Result): string {
  const { evidence, email, reachable, score, score_breakdown: terms, sub_status: why, suggestion, syntax } = result
  const diagnosis = syntax.valid ? '' : ` (${syntax.diagnosis})`
  const steps = evidence.map(({ check, detail, ms, status }) => {
    const time = ms === undefined ? '' : `  ${ms} ms`
    return `  ${status.padEnd(5)}  ${check.padEnd(14)}  ${detail}${time}`
  })
  const sum = terms.map(({ points, reason }) => `  ${String(points).padStart(4)}  ${reason}`)
  return [
    `${email}: ${reachable}, ${score} of 100`,
    `${why}${diagnosis}: ${subStatuses[why].meaning}`,
    ...(suggestion === undefined ? [] : [`Did you mean ${suggestion}?`]),
    '',
    ...steps,
    '',
    ...sum,
  ].join('\n')
}
