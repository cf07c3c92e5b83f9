import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import { ApiFailure, type DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { words } from '../texts.ts'

/** One field; the records to publish follow on the page of the domain. */
export function AddDomain({ onClose }: { onClose: () => void }) {
  const { api, report, router } = useConsole()
  const domain = useSignal('')
  const problem = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const form = useId()
  const add = async () => {
    if (isBusy.value) return
    isBusy.value = true
    try {
      const { id } = await api.value.post<DmarcDomain>('/dmarc/domains', { domain: domain.value.trim() })
      router.go(`/domains/${id}/setup`)
    } catch (error) {
      isBusy.value = false
      if (error instanceof ApiFailure) problem.value = error.message
      else report(error)
    }
  }
  return (
    <Dialog
      title={words.t('add')}
      size="small"
      onClose={onClose}
      actions={
        <Button variant="primary" busy={isBusy.value} onClick={() => void add()}>
          {words.t('add')}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label={words.t('domain')} layout="stack" hint={words.t('addHint')} error={problem.value}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              isCode
              autofocus
              describedBy={describedBy}
              invalid={problem.value !== undefined}
              value={domain.value}
              placeholder="example.com"
              onChange={(value) => (domain.value = value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
