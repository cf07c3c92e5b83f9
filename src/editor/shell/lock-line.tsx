import { useSignal } from '@preact/signals'
import { limits } from '../../kernel/limits.ts'
import { Button } from '../../ui/controls/index.ts'
import { Icon, lockIcon } from '../../ui/icons/index.ts'
import { focusCanvas } from '../commands/index.ts'
import { type LockKeeper, type LockState, type RequestState, lockKeeperOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'

type Foreign = Extract<LockState, { name: string }>

/** Shows the reason that the email is read-only and what makes it editable, or a request of another user for the lock. */
export function LockBanner({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const isWaiting = useSignal(false)
  const keeper = lockKeeperOf(editor)
  const state = keeper?.state.value
  const request = keeper?.request.value
  const isEnded = editor.ended.value
  async function act(run: (keeper: LockKeeper) => Promise<void>, failure: 'lock.refused' | 'lock.failed') {
    if (keeper === undefined) return
    isWaiting.value = true
    await run(keeper).catch((error: unknown) => report(editor, failure, error))
    isWaiting.value = false
    focusCanvas(editor)
  }
  const isRequested = state?.kind === 'held' && request?.isOwn === false && request.state !== 'declined'
  if (isRequested && !isEnded)
    return (
      <div class="lock-line lock-requested" role="alert">
        <Icon d={lockIcon} />
        <span>
          {t('lock.requestedBy', { name: request.name })}.{' '}
          {t('lock.requestedByText', { name: request.name, count: limits.lockRequestSeconds })}
        </span>
        <div class="lock-acts">
          <Button dense disabled={isWaiting.value} onClick={() => void act((to) => to.acceptRequest(), 'lock.failed')}>
            {t('lock.handOver')}
          </Button>
          <Button dense disabled={isWaiting.value} onClick={() => void act((to) => to.declineRequest(), 'lock.failed')}>
            {t('lock.keep')}
          </Button>
        </div>
      </div>
    )
  if (!editor.viewOnly.value) return null
  const isOthers = !isEnded && (state?.kind === 'foreign' || state?.kind === 'lost')
  return (
    <div class="lock-line" role="status">
      <Icon d={lockIcon} />
      <span>{isOthers ? foreignText(editor, state, request) : t(isEnded ? 'app.sessionEnded' : 'lock.readOnly')}</span>
      {isOthers && mayRequest(state, request) ? (
        <Button dense disabled={isWaiting.value} onClick={() => void act((to) => to.requestHandover(), 'lock.failed')}>
          {t('lock.request')}
        </Button>
      ) : null}
      {isOthers && mayTakeOver(editor, state, request) ? (
        <Button dense disabled={isWaiting.value} onClick={() => void act((to) => to.takeOver(), 'lock.refused')}>
          {t('lock.takeOver')}
        </Button>
      ) : null}
    </div>
  )
}

function mayRequest({ canRespond, isOtherWindow }: Foreign, request: RequestState | undefined): boolean {
  return canRespond && !isOtherWindow && request === undefined
}

/** Users with the level manage, and those whose holder cannot respond or did not, need no consent. */
function mayTakeOver(
  editor: Editor,
  { canRespond, isOtherWindow }: Foreign,
  request: RequestState | undefined,
): boolean {
  const isOverdue = request?.isOwn === true && request.state === 'overdue'
  return isOtherWindow || !canRespond || isOverdue || editor.mayUnlock
}

function foreignText(editor: Editor, state: Foreign, request: RequestState | undefined): string {
  const { t } = editor.words
  const { isOtherWindow, name } = state
  if (request?.isOwn === true) {
    const said = t(`lock.${request.state}`, { name, count: limits.lockRequestSeconds })
    return editor.saving.value.kind === 'saved' ? said : `${said} ${t('lock.kept')}`
  }
  const who = request === undefined ? '' : ` ${t('lock.requestedByOther', { name: request.name })}`
  const next = isOtherWindow || !state.canRespond ? 'lock.heldByText' : 'lock.viewText'
  return `${textOf(editor, state)}. ${t(editor.saving.value.kind === 'saved' ? next : 'lock.kept')}${who}`
}

function textOf({ words }: Editor, { isHandedOver, isOtherWindow, kind, name }: Foreign): string {
  if (isHandedOver === true) return words.t('lock.handedOverTo', { name })
  if (kind === 'lost') return isOtherWindow || name === '' ? words.t('lock.lost') : words.t('lock.lostTo', { name })
  return isOtherWindow ? words.t('lock.heldByYou') : words.t('lock.heldBy', { name })
}

function report(editor: Editor, key: 'lock.refused' | 'lock.failed', error: unknown): void {
  const { details, message } = Object(error) as { details?: string; message?: string }
  const reason = details ?? message ?? String(error)
  editor.problem.value = { message: editor.words.t(key, { reason }), at: performance.now() }
}
