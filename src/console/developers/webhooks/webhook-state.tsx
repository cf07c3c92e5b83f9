import type { Webhook } from '../../api/index.ts'
import { words } from '../words.ts'

/** A badge; of one that fails also since when. */
export function WebhookState({ enabled, failing_since: failing }: Pick<Webhook, 'enabled' | 'failing_since'>) {
  if (!enabled) return <span class="badge badge-failed">{words.t('hooks.disabled')}</span>
  if (failing === undefined) return <span class="badge badge-succeeded">{words.t('hooks.enabled')}</span>
  return (
    <>
      <span class="badge badge-warn">{words.t('hooks.isFailing')}</span>
      <span class="soft second-line">{words.t('hooks.failing', { date: words.dateTime(new Date(failing)) })}</span>
    </>
  )
}
