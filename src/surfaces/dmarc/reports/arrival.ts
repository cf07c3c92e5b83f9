import type { MessageAuthentication } from '../../../deliverability/authentication/index.ts'
import type { BatchSink, ReadOptions, ReportWarning } from '../../../deliverability/reports/index.ts'
import type { Blobs } from '../../../platform/blobs/index.ts'
import type { WorkContext } from '../../../platform/scheduling/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { DomainRow } from '../domains/index.ts'
import type { IntakeStatus } from './status.ts'
import type { ReportRow } from './store.ts'

export interface IntakeDeps {
  readonly store: Store
  readonly blobs: Pick<Blobs, 'put'>
  /** Reads the reports in a file or mail, in a worker thread. */
  readReports(input: ReportFile, sink: BatchSink, options: ReadOptions & { work: WorkContext }): Promise<void>
  /** SHA-256 in hexadecimal. */
  hash(text: string): string
}

export interface ReportFile {
  readonly name?: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Whose reports they are, and how they arrived. */
export interface Arrival {
  readonly projectId: string
  readonly via: ReportRow['via']
  /** The domain whose address they were sent to; its reports are about it or a domain below. */
  readonly only?: DomainRow | undefined
  /** Authentication of the email that contained them; undefined for other ways. */
  readonly sender?: MessageAuthentication | undefined
  /** The partition that the work of reading belongs to. */
  readonly work: WorkContext
}

/** The outcome of one report, or of a part of a file that is none. */
export interface IntakeResult {
  readonly status: IntakeStatus
  readonly type: 'aggregate' | 'failure' | 'tls' | null
  readonly reportId: string | null
  readonly id?: string
  readonly domain?: string
  readonly records: number
  readonly messages: number
  readonly warnings: readonly ReportWarning[]
  readonly code?: string
  readonly reason?: string
}
