import type { Trigger } from '../contract.ts'
import type { Condition, ConditionInput, FindConditions } from './condition.ts'
import { findComplianceDrop, findVolumeSpike } from './day-figures.ts'
import { findInvalidReports } from './invalid-reports.ts'
import { findNewSources } from './new-sources.ts'
import { findChangedRecords, findWeakenedRecords } from './records.ts'
import { findSilentReporters } from './silent-reporters.ts'
import { findTlsFailures } from './tls-failures.ts'

const finders: Record<Trigger, FindConditions> = {
  new_source: findNewSources,
  compliance_drop: findComplianceDrop,
  record_changed: findChangedRecords,
  record_weakened: findWeakenedRecords,
  reporter_silent: findSilentReporters,
  invalid_reports: findInvalidReports,
  tls_failures: findTlsFailures,
  volume_spike: findVolumeSpike,
}

/** Every condition of these triggers that holds now. */
export async function findConditions(input: ConditionInput, triggers: readonly string[]): Promise<Condition[]> {
  const found = Object.entries(finders).filter(([trigger]) => triggers.includes(trigger))
  return (await Promise.all(found.map(([, find]) => find(input)))).flat()
}
