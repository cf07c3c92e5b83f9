import { ConfirmDialog } from '../parts/index.ts'
import { words } from './words.ts'

export type ConfirmedAction = 'remove' | 'remove_factor' | 'remove_passkeys' | 'unlink'

interface ConfirmActionProps {
  action: ConfirmedAction
  name: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be undone. */
export function ConfirmAction({ action, name, onConfirm, onClose }: ConfirmActionProps) {
  return (
    <ConfirmDialog
      title={words.t(`confirm.${action}.title`, { name })}
      text={words.t(`confirm.${action}.text`)}
      action={words.t(`act.${action}`, { provider: '' }).trim()}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
