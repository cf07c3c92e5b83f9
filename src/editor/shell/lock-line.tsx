import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Icon, lockIcon } from '../../ui/icons/index.ts'
import { type LockKeeper, type LockState, lockKeeperOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'

/** Shows the reason that the email is read-only, and the action that makes it editable. */
export function LockBanner({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const isTaking = useSignal(false)
  const keeper = lockKeeperOf(editor)
  const state = keeper?.state.value
  if (!editor.readOnly.value) return null
  const isEnded = editor.ended.value
  const isOthers = !isEnded && (state?.kind === 'foreign' || state?.kind === 'lost')
  const isUnsaved = editor.saving.value.kind !== 'saved'
  const take = async () => {
    isTaking.value = true
    if (keeper !== undefined) await takeOver(editor, keeper)
    isTaking.value = false
  }
  return (
    <div class="lock-line" role="status">
      <Icon d={lockIcon} />
      <span>
        {isOthers ? textOf(editor, state) : t(isEnded ? 'app.sessionEnded' : 'lock.readOnly')}
        {isOthers ? `. ${t(isUnsaved ? 'lock.kept' : 'lock.heldByText')}` : ''}
      </span>
      {isOthers ? (
        <Button dense disabled={isTaking.value} onClick={() => void take()}>
          {t('lock.takeOver')}
        </Button>
      ) : null}
    </div>
  )
}

function textOf({ words }: Editor, state: Extract<LockState, { name: string }>): string {
  const { kind, name, isOtherWindow } = state
  if (kind === 'lost') return isOtherWindow || name === '' ? words.t('lock.lost') : words.t('lock.lostTo', { name })
  return isOtherWindow ? words.t('lock.heldByYou') : words.t('lock.heldBy', { name })
}

async function takeOver(editor: Editor, keeper: LockKeeper): Promise<void> {
  try {
    await keeper.takeOver()
  } catch (error) {
    const { details, message } = Object(error) as { details?: string; message?: string }
    const reason = details ?? message ?? String(error)
    editor.problem.value = { message: editor.words.t('lock.refused', { reason }), at: performance.now() }
  }
}
