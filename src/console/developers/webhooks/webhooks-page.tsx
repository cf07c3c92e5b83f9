import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { plusIcon, releaseIcon } from '../../../ui/icons/index.ts'
import type { Webhook, WebhookOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { SecretOnce } from '../secret-once.tsx'
import { words } from '../words.ts'
import { NewWebhook } from './new-webhook.tsx'

const pageSize = 50

/** The webhooks of the project. */
export function WebhooksPage() {
  const { router } = useConsole()
  const hooks = usePages<Webhook>('/webhooks', { limit: pageSize })
  const isNew = useSignal(false)
  const created = useSignal<WebhookOnce | undefined>(undefined)
  return (
    <>
      <div class="panel-row lists-head">
        <p class="soft">{words.t('hooks.intro')}</p>
        <Button variant="primary" icon={plusIcon} onClick={() => (isNew.value = true)}>
          {words.t('hooks.new')}
        </Button>
      </div>
      <Loaded from={hooks}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={releaseIcon} title={words.t('hooks.none')} text={words.t('hooks.noneText')} />
          ) : (
            <WebhookTable hooks={list} />
          )
        }
      </Loaded>
      <ShowMore of={hooks} />
      {isNew.value ? (
        <NewWebhook
          onClose={() => (isNew.value = false)}
          onCreated={(hook) => {
            isNew.value = false
            created.value = hook
          }}
        />
      ) : null}
      {created.value === undefined ? null : (
        <SecretOnce
          secrets={[{ label: words.t('hooks.secret'), value: created.value.secret }]}
          onClose={() => router.go(`/developers/webhooks/${created.value?.id}`)}
        />
      )}
    </>
  )
}

function WebhookTable({ hooks }: { hooks: readonly Webhook[] }) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={words.t('tab.webhooks')}>
      <table class="table">
        <thead>
          <tr>
            {(['hooks.url', 'hooks.events', 'hooks.state'] as const).map((column) => (
              <th key={column} scope="col">
                {words.t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hooks.map(({ enabled, events, failing_since: failing, id, url }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/developers/webhooks/${id}`}>{url}</a>
              </th>
              <td>{events.join(', ')}</td>
              <td>
                {words.t(enabled ? 'hooks.enabled' : 'hooks.disabled')}
                {failing === undefined
                  ? ''
                  : ` · ${words.t('hooks.failing', { date: words.dateTime(new Date(failing)) })}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
