import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { plusIcon, releaseIcon } from '../../../ui/icons/index.ts'
import type { Webhook, WebhookOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvButton, Listed, Table, usePages } from '../../parts/index.ts'
import { SecretOnce } from '../secret-once.tsx'
import { words } from '../words.ts'
import { WebhookState } from './webhook-state.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { PortalLinks } from './portal-links.tsx'

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
        <div class="row">
          <CsvButton of={hooks} name="webhooks" />
          <Button variant="primary" icon={plusIcon} onClick={() => (isNew.value = true)}>
            {words.t('hooks.new')}
          </Button>
        </div>
      </div>
      <Listed
        of={hooks}
        empty={<EmptyState icon={releaseIcon} title={words.t('hooks.none')} text={words.t('hooks.noneText')} />}
      >
        {(list) => <WebhookTable hooks={list} />}
      </Listed>
      <PortalLinks />
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
    <Table
      label={words.t('tab.webhooks')}
      columns={[words.t('hooks.url'), words.t('hooks.events'), words.t('hooks.state')]}
    >
      {hooks.map(({ customer, enabled, events, failing_since: failing, id, url }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/developers/webhooks/${id}`}>{url}</a>
            {customer === undefined ? null : <div class="soft">{words.t('hooks.ofCustomer', { customer })}</div>}
          </th>
          <td>{events.join(', ')}</td>
          <td>
            <WebhookState enabled={enabled} failing_since={failing} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
