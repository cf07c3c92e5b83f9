import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { Recovery, Webhook, WebhookOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { ConfirmDialog, Loaded, useCall } from '../../parts/index.ts'
import { type Secret, SecretOnce } from '../secret-once.tsx'
import { type WordKey, words } from '../words.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookState } from './webhook-state.tsx'

/** One webhook: state, actions, deliveries. */
export function WebhookPage({ id }: { id: string }) {
  const { api } = useConsole()
  const hook = useLatest((signal) => api.value.get<Webhook>(`/webhooks/${id}`, { signal }), [id])
  const revision = useSignal(0)
  const refresh = () => {
    hook.reload()
    revision.value += 1
  }
  return (
    <>
      <p>
        <a href="/developers/webhooks">{words.t('hooks.all')}</a>
      </p>
      <Loaded from={hook}>
        {(value) => (
          <>
            <WebhookHead hook={value} onChange={refresh} />
            <Deliveries id={id} revision={revision.value} onRefresh={refresh} />
          </>
        )}
      </Loaded>
    </>
  )
}

const dayMs = 86_400_000

function WebhookHead({ hook, onChange }: { hook: Webhook; onChange: () => void }) {
  const { api, router, toaster } = useConsole()
  const call = useCall<void>()
  const secret = useSignal<Secret | undefined>(undefined)
  const isDeleting = useSignal(false)
  const path = `/webhooks/${hook.id}`
  const run = (change: () => Promise<unknown>, done?: WordKey) =>
    call.run(async () => {
      await change()
      if (done !== undefined) toaster.show(words.t(done))
      onChange()
    })
  const recover = () => {
    const since = new Date(Date.now() - dayMs).toISOString()
    run(() => api.value.post<Recovery>(`${path}/recover`, { since }), 'hooks.recovering')
  }
  const rotate = () =>
    run(async () => {
      const { secret: value } = await api.value.post<WebhookOnce>(`${path}/rotate`, {})
      secret.value = { label: words.t('hooks.secret'), value }
    })
  return (
    <section class="panel">
      <h2 dir="ltr">{hook.url}</h2>
      <p class="soft">
        <WebhookState {...hook} /> {hook.events.join(', ')}
      </p>
      <div class="panel-row">
        <Button variant="primary" onClick={() => run(() => api.value.post(`${path}/test`), 'hooks.tested')}>
          {words.t('hooks.test')}
        </Button>
        <Button onClick={recover}>{words.t('hooks.recover')}</Button>
        <Button onClick={() => run(() => api.value.put(path, { enabled: !hook.enabled }))}>
          {words.t(hook.enabled ? 'hooks.disable' : 'hooks.enable')}
        </Button>
        <Button onClick={rotate}>{words.t('hooks.rotate')}</Button>
        <Button onClick={() => (isDeleting.value = true)}>{words.t('hooks.delete')}</Button>
      </div>
      {secret.value === undefined ? null : (
        <SecretOnce secrets={[secret.value]} onClose={() => (secret.value = undefined)} />
      )}
      {isDeleting.value ? (
        <ConfirmDialog
          title={words.t('hooks.deleteTitle')}
          text={words.t('hooks.deleteText', { url: hook.url })}
          action={words.t('hooks.delete')}
          onConfirm={() =>
            call.run(async () => {
              await api.value.remove(path)
              router.go('/developers/webhooks')
            })
          }
          onClose={() => (isDeleting.value = false)}
        />
      ) : null}
    </section>
  )
}
