import { OnceDialog } from '../parts/index.ts'
import type { LinkOnce } from './resources.ts'
import { words } from './words.ts'

/** A link that no later response has. */
export function LinkDialog({ link, onClose }: { link: LinkOnce; onClose: () => void }) {
  return (
    <OnceDialog
      title={words.t('linkTitle', { email: link.email })}
      text={words.t(link.is_sent ? 'link.sent' : 'link.unsent')}
      label={words.t('link')}
      value={link.url}
      action={words.t('done')}
      onClose={onClose}
    />
  )
}
