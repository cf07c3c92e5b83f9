import type { AmpFinding } from '../../../email/render/index.ts'
import type { WorkContext } from '../../../platform/scheduling/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import type { MeasureDeps } from '../../verification/index.ts'
import type { PreflightRow } from './store.ts'

export interface CheckDeps extends MeasureDeps {
  readonly store: Store
  /** Findings of the official validator; undefined if it did not finish in time. */
  validateAmp(amp: string, work: WorkContext): Promise<readonly AmpFinding[] | undefined>
  /** True for domains of public mailbox providers. */
  isFreeDomain(domain: string): Promise<boolean>
  /** SHA-256 in hexadecimal. */
  hash(bytes: Uint8Array): string
}

export interface PreflightDeps extends CheckDeps {
  /** Called in the transaction that stores the verdict on a whole message. */
  noteVerdict(db: Db, row: PreflightRow): Promise<void>
  /** Domain of the one-time email addresses; undefined if the service receives no mail. */
  readonly inboundDomain: string | undefined
}
