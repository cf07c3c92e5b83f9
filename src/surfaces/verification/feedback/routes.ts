import type { Http } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { AddressHash } from '../cache/index.ts'
import { FeedbackManyRecorded, FeedbackRecorded, FeedbackReport, FeedbackReports, FeedbackSummary } from './contract.ts'
import { recordFeedback, recordFeedbackMany } from './record.ts'
import { summarizeFeedback } from './summarize.ts'

export interface FeedbackDeps {
  readonly http: Http
  readonly store: Store
  readonly hashOf: AddressHash
}

export function feedbackRoutes({ hashOf, http, store }: FeedbackDeps) {
  return http
    .surface('verification')
    .get('/verify/feedback', ({ caller }) => summarizeFeedback(store.read, caller.projectId), {
      id: 'verification.getFeedbackSummary',
      summary: 'Compare verdicts with what happened to the mail',
      description:
        'Counts the mailboxes with reports by the reason of their last verification and by what happened: a complaint or the ' +
        'latest of delivery and bounce. Verdicts that lists or feedback decided do not count.',
      scope: 'verification',
      response: { 200: FeedbackSummary },
    })
    .post(
      '/verify/feedback',
      ({ body, caller, once, set }) => {
        set.status = 200
        return once((db) => recordFeedback(db, caller, body, hashOf))
      },
      {
        id: 'verification.recordFeedback',
        summary: 'Report what happened to mail to an email address',
        description:
          'A delivery, a bounce or a complaint. Later verifications of the project use it: a hard bounce about the mailbox makes ' +
          'it `invalid` (`bounced`), a complaint `risky` (`complained`), and a delivery makes an unknown or catch-all result ' +
          '`safe` (`delivered`), each for a limited time. Free.',
        scope: 'verification',
        once: underLocks,
        body: FeedbackReport,
        response: { 200: FeedbackRecorded },
      },
    )
    .post(
      '/verify/feedback/bulk',
      ({ body, caller, once, set }) => {
        set.status = 200
        return once((db) => recordFeedbackMany(db, caller, body.reports, hashOf))
      },
      {
        id: 'verification.recordFeedbackMany',
        summary: 'Report what happened to mail to many email addresses',
        description:
          'Stores the reports in one transaction, in any order: of several reports about one email address, the latest by ' +
          '`occurred_at` counts. Reports that cannot be read are returned in `refused`.',
        scope: 'verification',
        once: underLocks,
        body: FeedbackReports,
        response: { 200: FeedbackManyRecorded },
      },
    )
}
