import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { useConsole } from '../context.ts'

interface ConfirmDialogProps {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Before what cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
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
          <Button variant="danger" onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div class="dialog-text">
        <p>{text}</p>
      </div>
    </Dialog>
  )
}
