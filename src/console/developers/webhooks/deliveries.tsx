import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { releaseIcon, searchIcon } from '../../../ui/icons/index.ts'
import type { Delivery } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { LongTable } from '../../long/index.ts'
import { CsvButton, Listed, usePages } from '../../parts/index.ts'
import { words } from '../words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { statusName } from './status-name.ts'

const statuses = ['pending', 'succeeded', 'failed', 'skipped'] as const
const pageSize = 25

interface DeliveriesProps {
  id: string
  /** Increases with everything that may have caused a delivery. */
  revision: number
  onRefresh: () => void
}

/** Deliveries of a webhook, by status; each opens with its request and responses. */
export function Deliveries({ id, revision, onRefresh }: DeliveriesProps) {
  const { router } = useConsole()
  const status = router.url.value.query.get('status') ?? ''
  const shown = useSignal<string | undefined>(undefined)
  const path = `/webhooks/${id}/deliveries`
  const list = usePages<Delivery>(path, { limit: pageSize, ...(status === '' ? {} : { status }) })
  useEffect(() => {
    if (revision > 0) list.reload()
  }, [revision])
  return (
    <>
      <div class="panel-row lists-head">
        <h2>{words.t('hooks.deliveries')}</h2>
        <CsvButton of={list} name="deliveries" />
        <Button onClick={onRefresh}>{words.t('hooks.refresh')}</Button>
        <Select
          label={words.t('hooks.status')}
          value={status}
          options={[
            { value: '', label: words.t('status.all') },
            ...statuses.map((value) => ({ value, label: words.t(`status.${value}`) })),
          ]}
          onChange={(value) => router.go(`/developers/webhooks/${id}${value === '' ? '' : `?status=${value}`}`)}
        />
      </div>
      <Listed
        of={list}
        empty={
          status === '' ? (
            <EmptyState
              icon={releaseIcon}
              title={words.t('hooks.noDeliveries')}
              text={words.t('hooks.noDeliveriesText')}
            />
          ) : (
            <EmptyState
              icon={searchIcon}
              title={words.t('hooks.noMatch')}
              {...(status === 'failed' ? { text: words.t('hooks.noFailed') } : {})}
            >
              <Button
                onClick={() => router.go(`/developers/webhooks/${id}${status === 'failed' ? '?status=pending' : ''}`)}
              >
                {words.t(status === 'failed' ? 'hooks.showPending' : 'hooks.showAll')}
              </Button>
            </EmptyState>
          )
        }
      >
        {(deliveries) => (
          <DeliveryTable deliveries={deliveries} hasMore={list.hasMore} onOpen={(each) => (shown.value = each.id)} />
        )}
      </Listed>
      {shown.value === undefined ? null : (
        <DeliveryDialog
          path={`${path}/${shown.value}`}
          onClose={() => (shown.value = undefined)}
          onRetried={() => {
            shown.value = undefined
            onRefresh()
          }}
        />
      )}
    </>
  )
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[]
  hasMore: boolean
  onOpen: (delivery: Delivery) => void
}

function DeliveryTable({ deliveries, hasMore, onOpen }: DeliveryTableProps) {
  return (
    <LongTable
      label={words.t('hooks.deliveries')}
      columns={[words.t('hooks.time'), words.t('hooks.event'), words.t('hooks.status'), words.t('hooks.answer')]}
      hasActions
      items={deliveries}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ id, status, type }) => [id, type, statusName(status)].join(' ')}
    >
      {(delivery, row) => {
        const last = delivery.attempts.at(-1)
        return (
          <tr {...row}>
            <th scope="row" class="day">
              {words.dateTime(new Date(delivery.created_at))}
            </th>
            <td>{delivery.type}</td>
            <td>
              <span class={`badge badge-${delivery.status}`}>{statusName(delivery.status)}</span>
            </td>
            <td>
              {last?.status_code ?? last?.error ?? ''} ·{' '}
              {words.t('hooks.attempts', { count: delivery.attempts.length })}
            </td>
            <td class="number">
              <Button dense onClick={() => onOpen(delivery)}>
                {words.t('hooks.details')}
              </Button>
            </td>
          </tr>
        )
      }}
    </LongTable>
  )
}
