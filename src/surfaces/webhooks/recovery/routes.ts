import type { Http } from '../../../platform/http/index.ts'
import { WebhookParams } from '../subscriptions/index.ts'
import { Recover, Recovery } from './contract.ts'
import { recover } from './recovery.ts'
import { underLocks } from '../../../platform/storage/index.ts'

export function recoveryRoutes({ http }: { http: Http }) {
  return http
    .surface('webhooks')
    .post(
      '/webhooks/:id/recover',
      ({ caller, params, body, once }) => once((db) => recover(db, caller, { webhookId: params.id, body })),
      {
        id: 'webhooks.recover',
        summary: 'Recover missed deliveries',
        description:
          'Resends the deliveries of a period that failed or were skipped, with the full retry schedule. Starts a job; ' +
          'Location returns its progress. Repeating the request while the job is running returns the same job.',
        scope: 'webhooks',
        once: underLocks,
        location: '/v1/jobs/{job_id}',
        params: WebhookParams,
        body: Recover,
        response: { 202: Recovery },
        errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
      },
    )
}
