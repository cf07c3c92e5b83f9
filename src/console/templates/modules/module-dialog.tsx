import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { ModuleSummary } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, useCall } from '../../parts/index.ts'
import { mayEdit } from '../../start.ts'
import { EmailImage } from '../email-image.tsx'
import { DeleteModule } from './delete-module.tsx'
import { ModuleUses } from './module-uses.tsx'
import { words } from './words.ts'

interface ModuleDialogProps {
  id: string
  onClose: () => void
  onChange: () => void
  onDeleted: (jobId: string | undefined) => void
}

/** One module: how it appears, its name, and what uses it. */
export function ModuleDialog({ id, onChange, onClose, onDeleted }: ModuleDialogProps) {
  const { api, start, toaster } = useConsole()
  const module = useLatest((signal) => api.value.get<ModuleSummary>(`/modules/${id}`, { signal }), [id])
  const name = useSignal<string | undefined>(undefined)
  const isDeleting = useSignal(false)
  const call = useCall<void>()
  const isEditor = mayEdit(start)
  const { value } = module
  if (isDeleting.value && value !== undefined)
    return <DeleteModule module={value} onCancel={() => (isDeleting.value = false)} onDeleted={onDeleted} />
  const save = () =>
    call.run(async () => {
      if (name.value !== undefined && name.value !== value?.name) {
        const stored = await api.value.put<ModuleSummary>(`/modules/${id}`, { name: name.value })
        toaster.show(words.t('saved', { name: stored.name }))
        onChange()
      }
      onClose()
    })
  return (
    <Dialog
      title={value?.name ?? words.t('details')}
      size="large"
      onClose={onClose}
      actions={
        isEditor && value !== undefined ? (
          <>
            <Button variant="danger" onClick={() => (isDeleting.value = true)}>
              {words.t('delete')}
            </Button>
            <Button variant="primary" busy={call.isBusy} onClick={save}>
              {words.t('save')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{words.t('close')}</Button>
        )
      }
    >
      <div class="dialog-text" lang="en" dir="ltr">
        <Loaded from={module}>
          {(found) => (
            <>
              {isEditor ? <ModuleImage module={found} /> : null}
              <p class="soft">{factsOf(found)}</p>
              {isEditor ? (
                <Field label={words.t('name')} layout="stack">
                  {({ id: fieldId }) => (
                    <TextInput
                      id={fieldId}
                      autofocus
                      maxLength={200}
                      value={name.value ?? found.name}
                      onChange={(text) => (name.value = text)}
                      onKeyDown={(event) => {
                        if (event.key !== 'Enter') return
                        // The button that opened the dialog has the focus again before the key is released.
                        event.preventDefault()
                        save()
                      }}
                    />
                  )}
                </Field>
              ) : null}
              <ModuleUses id={id} />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

/** An email of the module alone; the theme is that of an email without one. */
function ModuleImage({ module: { id, name, version } }: { module: ModuleSummary }) {
  const of = useMemo(
    () => ({ document: { rows: [{ type: 'module', ref: { id, version: 'latest' } }] } }),
    [id, version],
  )
  return (
    <div class="module-image">
      <EmailImage of={of} device="desktop" label={words.t('preview', { name })} />
    </div>
  )
}

function factsOf({ created_by: author, size_bytes: bytes, updated_at: at, version }: ModuleSummary): string {
  const date = words.dateTime(new Date(at))
  return words.t('facts', { version, size: words.bytes(bytes), date, author: author.name })
}
