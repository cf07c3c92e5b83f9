import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { lockIcon, plusIcon } from '../../../ui/icons/index.ts'
import type { ApiKey, ApiKeyOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { ConfirmDialog, CsvButton, Listed, useCall, usePages } from '../../parts/index.ts'
import { type Secret, SecretOnce } from '../secret-once.tsx'
import { words } from '../words.ts'
import { KeyTable } from './key-table.tsx'
import { NewKey } from './new-key.tsx'

const pageSize = 50

/** The API keys of the project: create, rotate, revoke. */
export function KeysPage() {
  const { api, toaster } = useConsole()
  const keys = usePages<ApiKey>('/api-keys', { limit: pageSize })
  const isNew = useSignal(false)
  const revoking = useSignal<ApiKey | undefined>(undefined)
  const secret = useSignal<Secret | undefined>(undefined)
  const call = useCall<void>()
  const show = ({ key, name }: ApiKeyOnce) => {
    isNew.value = false
    secret.value = { label: name, value: key }
    keys.reload()
  }
  const rotate = ({ id }: ApiKey) =>
    call.run(async () => {
      show(await api.value.post<ApiKeyOnce>(`/api-keys/${id}/rotate`, {}))
      toaster.show(words.t('keys.rotated'))
    })
  const revoke = ({ id, name }: ApiKey) => {
    revoking.value = undefined
    call.run(async () => {
      await api.value.remove(`/api-keys/${id}`)
      toaster.show(words.t('keys.revoked', { name }))
      keys.reload()
    })
  }
  return (
    <>
      <div class="panel-row lists-head">
        <p class="soft">{words.t('keys.intro')}</p>
        <div class="row">
          <CsvButton of={keys} name="api-keys" />
          <Button variant="primary" icon={plusIcon} onClick={() => (isNew.value = true)}>
            {words.t('keys.new')}
          </Button>
        </div>
      </div>
      <Listed of={keys} empty={<EmptyState icon={lockIcon} title={words.t('keys.none')} />}>
        {(list) => <KeyTable keys={list} onRotate={rotate} onRevoke={(key) => (revoking.value = key)} />}
      </Listed>
      {isNew.value ? <NewKey onCreated={show} onClose={() => (isNew.value = false)} /> : null}
      {secret.value === undefined ? null : (
        <SecretOnce secrets={[secret.value]} onClose={() => (secret.value = undefined)} />
      )}
      {revoking.value === undefined ? null : (
        <ConfirmDialog
          title={words.t('keys.revokeTitle', { name: revoking.value.name })}
          text={words.t('keys.revokeText')}
          action={words.t('keys.revoke')}
          onConfirm={() => revoking.value !== undefined && revoke(revoking.value)}
          onClose={() => (revoking.value = undefined)}
        />
      )}
    </>
  )
}
