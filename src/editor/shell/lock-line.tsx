import { Button } from '../../ui/controls/index.ts'
import { Icon, lockIcon } from '../../ui/icons/index.ts'
import { lockKeeperOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'

/** Says why nothing can be changed, and how it can. */
export function LockLine({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const keeper = lockKeeperOf(editor)
  const state = keeper?.state.value
  if (!editor.readOnly.value) return null
  const isOurs = state === undefined || state.kind === 'held'
  const text = isOurs
    ? t('lock.readOnly')
    : state.kind === 'lost'
      ? t('lock.lost')
      : t('lock.heldBy', { name: state.name })
  return (
    <div class="lock-line" role="status">
      <Icon d={lockIcon} />
      <span>
        {text}
        {state?.kind === 'foreign' ? `. ${t('lock.heldByText')}` : ''}
      </span>
      {isOurs ? null : (
        <Button dense onClick={() => void keeper?.takeOver()}>
          {t('lock.takeOver')}
        </Button>
      )}
    </div>
  )
}
