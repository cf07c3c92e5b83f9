import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { DeliveryAttempt, DeliveryWithPayload } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CopyText, Loaded, useCall } from '../../parts/index.ts'
import { words } from '../words.ts'
import { statusName } from './status-name.ts'

interface DeliveryDialogProps {
  path: string
  onClose: () => void
  onRetried: () => void
}

/** Request body, attempts and responses of one delivery; sends it again. */
export function DeliveryDialog({ path, onClose, onRetried }: DeliveryDialogProps) {
  const { api, toaster } = useConsole()
  const delivery = useLatest((signal) => api.value.get<DeliveryWithPayload>(path, { signal }), [path])
  const call = useCall<void>()
  const retry = () =>
    call.run(async () => {
      await api.value.post(`${path}/retry`)
      toaster.show(words.t('hooks.retried'))
      onRetried()
    })
  return (
    <Dialog
      title={delivery.value?.type ?? words.t('hooks.details')}
      size="large"
      onClose={onClose}
      actions={
        <Button variant="primary" busy={call.isBusy} onClick={retry}>
          {words.t('hooks.retry')}
        </Button>
      }
    >
      <div class="dialog-text">
        <Loaded from={delivery}>
          {({ attempts, payload, status }) => (
            <>
              <p>
                <span class={`badge badge-${status}`}>{statusName(status)}</span>
              </p>
              {attempts.map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} />
              ))}
              <p class="soft">{words.t('hooks.payload')}</p>
              {payload === undefined ? (
                <p>{words.t('hooks.noPayload')}</p>
              ) : (
                <CopyText label={words.t('hooks.payload')} text={JSON.stringify(payload, null, 2)} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { at, detail, duration_ms: ms, error, response_excerpt: response, status_code: code } = attempt
  return (
    <div>
      <p>
        <b>{code ?? error}</b> {words.dateTime(new Date(at))} ·{' '}
        {words.number(ms, { style: 'unit', unit: 'millisecond' })}
      </p>
      {detail === undefined ? null : <p>{detail}</p>}
      {response === undefined || response === '' ? null : (
        <CopyText label={words.t('hooks.response')} text={response} />
      )}
    </div>
  )
}
