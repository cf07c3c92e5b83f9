import type { Config, ConfigReport } from '../../../platform/config/index.ts'
import { secretProblems } from '../../secret-strength.ts'
import { type Finding, ok, warn } from './finding.ts'

/** How the instance secret is kept. */
export function checkSecret(config: Pick<Config, 'secret' | 'dataDir' | 'previousSecrets'>): Finding {
  const problems = secretProblems(config)
  if (problems.length > 0) return warn('secret', problems.join(' '))
  const where = config.secret === undefined ? 'in the data directory' : 'from SVC_SECRET'
  const before = config.previousSecrets.length === 0 ? '' : '; SVC_SECRET_PREVIOUS is still accepted'
  return ok('secret', `${where}${before}`)
}

/** Secrets that every process of the machine can read. */
export function checkFlags(report: readonly ConfigReport[], exposed: readonly string[]): Finding {
  if (exposed.length > 0) return warn('flags', exposed.join(' '))
  const given = report.filter(({ origin }) => origin.startsWith('flag ')).length
  return ok('flags', `${given} settings given; no secret among them`)
}
