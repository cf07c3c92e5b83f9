import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { ApiFailure } from '../api/index.ts'
import { useConsole } from '../context.ts'

interface FormDialogProps {
  title: string
  /** Label of the button that submits; so does Enter in a field. */
  action: string
  size?: 'small'
  onSubmit: () => Promise<void>
  onClose: () => void
  /** The fields; `problem` is the service's reason for refusing the last submission. */
  children: (problem: string | undefined) => ComponentChildren
}

/** A form in a dialog, which keeps what was typed when the service refuses it. */
export function FormDialog({ title, action, size, onSubmit, onClose, children }: FormDialogProps) {
  const { report, words } = useConsole()
  const state = useSignal<{ isBusy: boolean; problem?: string }>({ isBusy: false })
  const submit = async () => {
    if (state.value.isBusy) return
    state.value = { isBusy: true }
    try {
      await onSubmit()
      state.value = { isBusy: false }
    } catch (error) {
      state.value = { isBusy: false, ...(error instanceof ApiFailure ? { problem: error.message } : {}) }
      if (!(error instanceof ApiFailure)) report(error)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      {...(size === undefined ? {} : { size })}
      actions={
        <>
          <Button onClick={onClose}>{words.t('cancel')}</Button>
          <Button variant="primary" busy={state.value.isBusy} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children(state.value.problem)}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
