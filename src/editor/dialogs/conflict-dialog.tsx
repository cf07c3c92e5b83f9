import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { saverOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'

/** Asks what shall stand where others changed the same. Nothing is lost until somebody chose. */
export function ConflictDialog({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const busy = useSignal(false)
  const state = editor.saving.value
  const close = () => (editor.open.value = undefined)
  async function choose(choice: 'mine' | 'theirs'): Promise<void> {
    busy.value = true
    await saverOf(editor)?.settle(choice)
    close()
  }
  return (
    <Dialog
      title={t('conflict.title')}
      size="small"
      onClose={close}
      actions={
        <>
          <Button disabled={busy.value} onClick={() => void choose('theirs')}>
            {t('conflict.theirs')}
          </Button>
          <Button look="primary" busy={busy.value} onClick={() => void choose('mine')}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <div class="conflict">
        <p>{t('conflict.text', { count: 'changes' in state ? state.changes : 1 })}</p>
        <p>
          <strong>{t('conflict.mine')}.</strong> {t('conflict.mineHint')}
        </p>
        <p>
          <strong>{t('conflict.theirs')}.</strong> {t('conflict.theirsHint')}
        </p>
      </div>
    </Dialog>
  )
}
