import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { useConsole } from '../context.ts'

interface ConfirmDialogProps {
  title: string
  text: string
  action: string
  busy?: boolean
  /** What else to know before, below the text. */
  children?: ComponentChildren
  onConfirm: () => void
  onClose: () => void
}

/** Before what cannot be undone. */
export function ConfirmDialog({ title, text, action, busy = false, children, onConfirm, onClose }: ConfirmDialogProps) {
  const { words } = useConsole()
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button autofocus onClick={onClose}>
            {words.t('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div class="dialog-text">
        <p dir="auto">{text}</p>
        {children}
      </div>
    </Dialog>
  )
}
