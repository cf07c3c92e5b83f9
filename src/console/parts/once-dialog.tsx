import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { CopyText } from './copy-text.tsx'

interface OnceDialogProps {
  title: string
  text: string
  /** Names what is copied. */
  label: string
  value: string
  action: string
  onClose: () => void
}

/** What no later response has; closed only by its button. */
export function OnceDialog({ title, text, label, value, action, onClose }: OnceDialogProps) {
  return (
    <Dialog
      title={title}
      isUrgent
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {action}
        </Button>
      }
    >
      <div class="dialog-text">
        <p>{text}</p>
        <CopyText label={label} text={value} />
      </div>
    </Dialog>
  )
}
