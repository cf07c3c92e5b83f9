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
          'Sends again what failed or was skipped in a span of time, through the whole schedule. It is a job: Location ' +
          'shows how far it is. The same call while it is at work joins it.',
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
