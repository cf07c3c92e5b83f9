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

/**
 * Save state as a short text; a button if the user can act on it. Not a live region: screen readers would read each save
 * over what is typed.
 */
export function SaveStatus({ editor }: { editor: Editor }) {
  const state = editor.saving.value
  const text = saveText(editor, state)
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

/** What a state means for the user. */
export function saveText({ words }: Editor, state: SaveState): string {
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
