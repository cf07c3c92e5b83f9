import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { CopyText } from '../parts/index.ts'
import { words } from './words.ts'

export interface Secret {
  label: string
  /** Null in a repeated response, which does not contain it. */
  value: string | null
}

/** Secrets that the service shows once. Requires a confirmation. */
export function SecretOnce({ secrets, onClose }: { secrets: readonly Secret[]; onClose: () => void }) {
  return (
    <Dialog
      title={words.t('once.title')}
      isUrgent
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.t('once.done')}
        </Button>
      }
    >
      <div class="dialog-text">
        <p>{words.t('once.text')}</p>
        {secrets.map(({ label, value }) =>
          value === null ? null : (
            <div key={label}>
              <p class="soft">{label}</p>
              <CopyText label={label} text={value} />
            </div>
          ),
        )}
      </div>
    </Dialog>
  )
}
