/** All scenarios, in the order in which they are run. */
import type { Scenario } from './scenario.ts'
import { closingFolders, revokedKeys } from './scenarios/access.ts'
import { changingModules, cutConnections, limitsAtOnce, readOnly, skewedClocks } from './scenarios/changes.ts'
import { deletedInUse, restoredAtTheHour, sameNames } from './scenarios/deletions.ts'
import {
  frozenExport,
  frozenPeer,
  kills,
  killsOnSqlite,
  lostCommits,
  lostFiles,
  silentConnections,
} from './scenarios/faults.ts'
import { firstSaves, lockOrder, mixed, mixedOnSqlite, moduleSync } from './scenarios/saves.ts'
import { firstStarts, lockHolders, rotatedSecrets, sessionsEverywhere } from './scenarios/starts.ts'

export const scenarios: readonly Scenario[] = [
  closingFolders,
  firstSaves,
  moduleSync,
  mixed,
  mixedOnSqlite,
  lockOrder,
  deletedInUse,
  sameNames,
  restoredAtTheHour,
  sessionsEverywhere,
  lockHolders,
  skewedClocks,
  limitsAtOnce,
  changingModules,
  rotatedSecrets,
  revokedKeys,
  firstStarts,
  lostCommits,
  lostFiles,
  frozenExport,
  kills,
  killsOnSqlite,
  cutConnections,
  readOnly,
  frozenPeer,
  silentConnections,
]
