import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import type { DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { words } from '../texts.ts'

/** One field; the records to publish follow on the page of the domain. */
export function AddDomain({ name, onClose }: { name: string; onClose: () => void }) {
  const { api, router } = useConsole()
  const domain = useSignal(name)
  const add = async () => {
    const { id } = await api.value.post<DmarcDomain>('/dmarc/domains', { domain: domain.value.trim() })
    router.go(`/domains/${id}/setup`)
  }
  return (
    <FormDialog title={words.t('add')} action={words.t('add')} size="small" onClose={onClose} onSubmit={add}>
      {(problem) => (
        <Field label={words.t('domain')} layout="stack" hint={words.t('addHint')} error={problem}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              isCode
              autofocus
              describedBy={describedBy}
              invalid={problem !== undefined}
              value={domain.value}
              placeholder="example.com"
              onChange={(value) => (domain.value = value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
