import { measure } from '../../../verification/index.ts'
import type { Checked } from '../../../../deliverability/findings/index.ts'
import type { CheckDeps } from '../deps.ts'
import { type Check, type CheckId, failed, passed, unmeasured, warned } from './check.ts'

/** The checks of what a domain publishes, and the DMARC record among it. */
export interface RecordChecks {
  readonly checks: readonly Check[]
  readonly policyRecord: string | undefined
}

/**
 * SPF, DKIM keys and DMARC in DNS. `signer` publishes the keys of these selectors; without selectors those of well-known
 * senders are tried.
 */
export async function checkRecords(
  deps: CheckDeps,
  { domain, selectors, signer }: { domain: string; signer: string; selectors: readonly string[] },
): Promise<RecordChecks> {
  const [{ dmarc, spf }, { dkim }] = await Promise.all([
    measure(deps, domain).make(['spf', 'dmarc'], []),
    measure(deps, signer).make(['dkim'], selectors),
  ])
  return {
    checks: [
      evaluate('dns.spf', `SPF of ${domain}`, spf, { whenAbsent: 'fail' }),
      evaluate('dns.dkim', `DKIM of ${signer}`, dkim, { whenAbsent: 'unmeasured', keys: keysOf(dkim) }),
      evaluate('dns.dmarc', `DMARC of ${domain}`, dmarc, { whenAbsent: 'fail' }),
    ],
    policyRecord: dmarc?.record,
  }
}

function evaluate(
  id: CheckId,
  name: string,
  check: Checked | undefined,
  { keys, whenAbsent }: { whenAbsent: 'fail' | 'unmeasured'; keys?: string },
): Check {
  const finding =
    check?.findings.find(({ severity }) => severity === 'error') ??
    check?.findings.find(({ severity }) => severity === 'warning') ??
    check?.findings[0]
  const message = `${name}: ${finding?.message ?? keys ?? 'published.'}`
  const fix = [finding?.fix, finding?.publish && `Publish at ${finding.publish.name}: ${finding.publish.value}`]
    .filter((text) => text !== undefined)
    .join(' ')
  switch (check?.state) {
    case 'pass':
      return passed(id, `${name}: ${keys ?? 'published.'}`)
    case 'warn':
      return warned(id, message, fix)
    case 'fail':
      return failed(id, message, fix)
    case 'none':
      return whenAbsent === 'fail' ? failed(id, message, fix) : unmeasured(id, message, fix)
    default:
      return unmeasured(id, message, fix === '' ? undefined : fix)
  }
}

function keysOf(check: Checked | undefined): string {
  const { keys = [] } = (check ?? {}) as { keys?: readonly { selector: string; type: string; bits?: number }[] }
  const shown = keys.map(({ bits, selector, type }) => `${selector} (${type}${bits === undefined ? '' : ` ${bits}`})`)
  return shown.length === 0 ? 'published.' : `${shown.join(', ')}.`
}
