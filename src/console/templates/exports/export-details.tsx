import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { Export } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { ConfirmDialog, Loaded, useCall } from '../../parts/index.ts'
import { ExportResult } from '../export/index.ts'
import { words } from './words.ts'

interface ExportDetailsProps {
  id: string
  title: string
  onAgain: (templateIds: readonly string[]) => void
  onClose: () => void
  /** Called when the list is no longer up to date. */
  onChange: () => void
}

/** Files and notes of an export; cancels, deletes or repeats it. */
export function ExportDetails({ id, onAgain, onChange, onClose, title }: ExportDetailsProps) {
  const { api, toaster } = useConsole()
  // Read again, since links to the files expire.
  const exported = useLatest((signal) => api.value.get<Export>(`/export/${id}`, { signal }), [id])
  const isDeleting = useSignal(false)
  const call = useCall<void>()
  const end = (text: string, request: () => Promise<unknown>) =>
    call.run(async () => {
      await request()
      toaster.show(text)
      onChange()
      onClose()
    })
  if (isDeleting.value)
    return (
      <ConfirmDialog
        title={words.t('deleteTitle')}
        text={words.t('deleteText')}
        action={words.t('delete')}
        busy={call.isBusy}
        onConfirm={() => end(words.t('deleted'), () => api.value.remove(`/export/${id}`))}
        onClose={() => (isDeleting.value = false)}
      />
    )
  const { value } = exported
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      actions={
        <>
          {value === undefined ? null : value.status === 'queued' || value.status === 'running' ? (
            <Button
              busy={call.isBusy}
              onClick={() => end(words.t('cancelled'), () => api.value.post(`/jobs/${value.job_id}/cancel`))}
            >
              {words.t('cancel')}
            </Button>
          ) : (
            <Button variant="danger" onClick={() => (isDeleting.value = true)}>
              {words.t('delete')}
            </Button>
          )}
          {value === undefined || value.template_ids.length === 0 ? null : (
            <Button onClick={() => onAgain(value.template_ids)}>{words.t('again')}</Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {words.t('close')}
          </Button>
        </>
      }
    >
      <div class="dialog-text export" lang="en" dir="ltr">
        <Loaded from={exported}>{(found) => <ExportResult exported={found} />}</Loaded>
      </div>
    </Dialog>
  )
}
