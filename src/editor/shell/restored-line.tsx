import { useSignal } from '@preact/signals'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { Icon, closeIcon, historyIcon } from '../../ui/icons/index.ts'
import { useWords } from '../../ui/locale/index.ts'
import { focusCanvas } from '../commands/index.ts'
import { undoRestored } from '../saving/restoring.ts'
import type { Editor } from '../state/index.ts'

/** Reports edits of an earlier window that are saved now, until the user dismisses the notice or undoes them. */
export function RestoredBanner({ editor }: { editor: Editor }) {
  const { words } = editor
  const { dismiss } = useWords()
  const isUndoing = useSignal(false)
  const restored = editor.restored.value
  if (restored.length === 0) return null
  const count = restored.reduce((sum, each) => sum + each.count, 0)
  const time = words.dateTime(new Date(Math.max(...restored.map(({ at }) => at))))
  const close = () => {
    editor.restored.value = []
    focusCanvas(editor)
  }
  const undo = async () => {
    isUndoing.value = true
    const kept = await undoRestored(editor, restored).catch(reasonOf)
    isUndoing.value = false
    if (typeof kept === 'string') return report(editor, words.t('restored.failed', { reason: kept }))
    close()
    if (kept > 0) report(editor, words.t('restored.kept', { count: kept }))
    else editor.announce(words.t('restored.undone'))
  }
  return (
    <div class="lock-line restored-line" role="status">
      <Icon d={historyIcon} />
      <span>{words.t('restored.text', { count, time })}</span>
      {editor.viewOnly.value ? null : (
        <Button dense disabled={isUndoing.value} onClick={() => void undo()}>
          {words.t('command.undo')}
        </Button>
      )}
      <IconButton dense icon={closeIcon} label={dismiss} onClick={close} />
    </div>
  )
}

function reasonOf(error: unknown): string {
  const { details, message } = Object(error) as { details?: string; message?: string }
  return details ?? message ?? String(error)
}

function report(editor: Editor, message: string): void {
  editor.problem.value = { message, at: performance.now() }
}
