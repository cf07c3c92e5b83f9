import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { CopyText } from '../parts/index.ts'
import type { LinkOnce } from './resources.ts'
import { words } from './words.ts'

/** A link that no later response has. */
export function LinkDialog({ link, onClose }: { link: LinkOnce; onClose: () => void }) {
  return (
    <Dialog
      title={words.t('linkTitle', { email: link.email })}
      isUrgent
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.t('done')}
        </Button>
      }
    >
      <div class="dialog-text">
        <p>{words.t(link.is_sent ? 'link.sent' : 'link.unsent')}</p>
        <CopyText label={words.t('link')} text={link.url} />
      </div>
    </Dialog>
  )
}
