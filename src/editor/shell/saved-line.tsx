import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Icon, checkIcon, cloudIcon, offlineIcon, warningIcon } from '../../ui/icons/index.ts'
import type { Editor, SaveState } from '../state/index.ts'

const icons: Record<SaveState['kind'], string> = {
  saved: checkIcon,
  unsaved: cloudIcon,
  saving: cloudIcon,
  offline: offlineIcon,
  waiting: cloudIcon,
  conflict: warningIcon,
  signedOut: warningIcon,
  refused: warningIcon,
  failed: warningIcon,
}

/** Without anything for the user to know: screen readers would read them over what is typed. */
const quiet: ReadonlySet<SaveState['kind']> = new Set(['saved', 'unsaved', 'saving'])

/** Save state as a short text; a button if the user can act on it. Trouble is announced, and its end. */
export function SaveStatus({ editor }: { editor: Editor }) {
  const state = editor.saving.value
  const text = textOf(editor, state)
  const announced = useRef<SaveState['kind']>('saved')
  useSignalEffect(() => {
    const now = editor.saving.value
    const isTrouble = !quiet.has(now.kind)
    if (now.kind === announced.current || (!isTrouble && now.kind !== 'saved')) return
    announced.current = now.kind
    editor.announce(textOf(editor, now))
  })
  const content = (
    <>
      <Icon d={icons[state.kind]} />
      <span>{text}</span>
    </>
  )
  const requests = state.kind === 'conflict' || state.kind === 'refused'
  const dependsOnCaller = requests || state.kind === 'failed' || state.kind === 'offline'
  return (
    <div class={`saved saved-${state.kind}`} role="status" aria-live="off">
      {dependsOnCaller ? (
        <button
          type="button"
          class="svc-button svc-plain svc-dense"
          onClick={() => (requests ? (editor.open.value = 'conflict') : editor.run('save'))}
        >
          {content}
        </button>
      ) : (
        content
      )}
    </div>
  )
}

function textOf({ words }: Editor, state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      if (state.undone !== undefined) return words.t('saving.savedWithout', { count: state.undone })
      return state.at === undefined
        ? words.t('saving.saved')
        : words.t('saving.savedAt', { time: words.time(state.at) })
    case 'offline':
    case 'waiting':
    case 'signedOut':
    case 'refused':
      return words.t(`saving.${state.kind}`, { count: state.changes })
    default:
      return words.t(`saving.${state.kind}`)
  }
}
