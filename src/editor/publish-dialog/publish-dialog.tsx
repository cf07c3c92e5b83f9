import { type Signal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { limits } from '../../kernel/limits.ts'
import { Button, SegmentedControl } from '../../ui/controls/index.ts'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { Icon, clockIcon, errorIcon, warningIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { type CheckedEmail, checkingOf, countsOf, openChecks } from '../checks/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { cancelSchedule, failureText, publishEmail, refreshPublication, requestApproval } from '../publishing/index.ts'
import { type Editor, canPublish, canRequestReview } from '../state/index.ts'
import { ChangeLines } from '../versions/index.ts'
import { LiveRelease } from './live-release.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { countChanges, hasChanges, useUnpublished } from './state.ts'

/** What the user has typed; kept if another dialog replaces this one, for example to resolve a conflict. */
interface Typed {
  note: Signal<string>
  when: Signal<'now' | 'later'>
  /** As in a datetime-local input. */
  time: Signal<string>
}

const typed = new WeakMap<Editor, Typed>()

function typedIn(editor: Editor): Typed {
  const known = typed.get(editor) ?? { note: signal(''), when: signal('now' as const), time: signal('') }
  typed.set(editor, known)
  return known
}

/** Publishes the draft, now or later: what changes, what the checks found, and a note for the history. */
export function PublishDialog({ editor, words, onClose }: PanelProps & { onClose: () => void }) {
  const { t } = words
  const { note, when, time } = typedIn(editor)
  const busy = useSignal<'publish' | 'cancel' | 'other' | undefined>(undefined)
  const failure = useSignal<string | undefined>(undefined)
  const found = useChecked(editor)
  // Others may have decided since the email was opened; without a response the dialog shows what it knows.
  useEffect(() => void refreshPublication(editor).catch(() => undefined), [])
  const changes = useUnpublished(editor).value
  const publication = editor.publication.value
  if (publication === undefined) return null
  const { release, scheduled } = publication
  const isLater = when.value === 'later'
  const problem = isLater && time.value !== '' ? problemOf(words, time.value) : undefined
  const isChanged = hasChanges(publication, changes)

  async function run(kind: 'publish' | 'cancel' | 'other', act: () => Promise<string>): Promise<void> {
    busy.value = kind
    failure.value = undefined
    try {
      editor.announce(await act())
      if (kind === 'publish') onClose()
    } catch (error) {
      failure.value = failureText(words, error)
    } finally {
      busy.value = undefined
    }
  }

  const publish = () =>
    run('publish', async () => {
      const at = isLater ? { publishAt: new Date(time.peek()).toISOString() } : {}
      const published = await publishEmail(editor, { note: note.peek().trim(), ...at })
      editor.published.value = published
      typed.delete(editor)
      const number = words.number(published.release.number)
      return t(published.release.live ? 'publish.done' : 'publish.scheduled', { number })
    })

  const requestReview = () =>
    run('publish', async () => {
      await requestApproval(editor, note.peek().trim())
      typed.delete(editor)
      return t('review.isRequested')
    })

  const needsApproval = publication.approval === 'required'
  const isPending = publication.review?.state === 'pending' && !publication.review.stale
  const label = isLater
    ? 'publish.schedule'
    : (found?.summary.errors ?? 0) > 0
      ? 'publish.anyway'
      : isChanged
        ? 'publish.publish'
        : 'publish.again'
  const isIncomplete = isLater && (time.value === '' || problem !== undefined)
  return (
    <Dialog
      title={t('publish.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('publish.cancel')}</Button>
          {needsApproval ? (
            canRequestReview(editor) && !isPending ? (
              <Button variant="primary" busy={busy.value === 'publish'} onClick={() => void requestReview()}>
                {t('review.request')}
              </Button>
            ) : null
          ) : canPublish(editor) ? (
            <Button
              variant="primary"
              busy={busy.value === 'publish'}
              disabled={isIncomplete}
              onClick={() => void publish()}
            >
              {t(label)}
            </Button>
          ) : null}
        </>
      }
    >
      <div class="svc-publish">
        {failure.value === undefined ? null : (
          <p class="svc-publish-notice svc-publish-bad" role="alert">
            <Icon d={errorIcon} />
            <span>{failure.value}</span>
          </p>
        )}
        <LiveRelease
          editor={editor}
          words={words}
          isBusy={busy.value === 'other'}
          run={(act) => void run('other', act)}
        />
        <ReviewNotice
          editor={editor}
          words={words}
          note={note.value.trim()}
          isBusy={busy.value === 'other'}
          run={(act) => void run('other', act)}
        />
        {scheduled?.publishAt == null ? null : (
          <div class="svc-publish-notice">
            <Icon d={clockIcon} />
            <span>
              {t('publish.scheduledText', {
                number: words.number(scheduled.number),
                time: words.dateTime(new Date(scheduled.publishAt)),
              })}
            </span>
            <Button
              dense
              busy={busy.value === 'cancel'}
              onClick={() =>
                void run('cancel', async () => {
                  await cancelSchedule(editor, scheduled.number)
                  return t('publish.scheduleCancelled')
                })
              }
            >
              {t('publish.cancelSchedule')}
            </Button>
          </div>
        )}
        <Found editor={editor} words={words} found={found} onShow={onClose} />
        {release === null || changes === undefined ? null : countChanges(changes) === 0 ? (
          <p class="svc-hint">{t('publish.same', { number: words.number(release.number) })}</p>
        ) : (
          <section class="svc-publish-changes">
            <h3>{t('publish.changes', { number: words.number(release.number) })}</h3>
            <ChangeLines editor={editor} words={words} changes={changes} />
          </section>
        )}
        <Field label={t('publish.note')} layout="stack" hint={needsApproval ? undefined : t('publish.noteHint')}>
          {({ id, describedBy }) => (
            <TextInput
              id={id}
              value={note.value}
              describedBy={describedBy}
              maxLength={limits.nameLength}
              autofocus
              onChange={(next) => (note.value = next)}
            />
          )}
        </Field>
        {needsApproval || !canPublish(editor) ? null : (
          <div class="svc-publish-when">
            <SegmentedControl<'now' | 'later'>
              label={t('publish.when')}
              value={when.value}
              onChange={(next) => (when.value = next)}
              segments={[
                { value: 'now', label: t('publish.now') },
                { value: 'later', label: t('publish.later') },
              ]}
            />
            {isLater ? (
              <Field label={t('publish.time')} layout="stack" hint={zoneHint(words)} error={problem}>
                {({ id, describedBy }) => (
                  <TextInput
                    id={id}
                    type="datetime-local"
                    value={time.value}
                    describedBy={describedBy}
                    invalid={problem !== undefined}
                    onChange={(next) => (time.value = next)}
                  />
                )}
              </Field>
            ) : null}
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface FoundProps extends PanelProps {
  found: CheckedEmail | undefined
  onShow: () => void
}

/** Errors and warnings of the checks; nothing if there are none. */
function Found({ editor, words, found, onShow }: FoundProps) {
  const { t } = words
  if (found === undefined) return null
  const counts = countsOf(words, found.summary)
  if (counts === '') return null
  const isError = found.summary.errors > 0
  return (
    <div class={`svc-publish-notice${isError ? ' svc-publish-bad' : ''}`}>
      <Icon d={isError ? errorIcon : warningIcon} />
      <span>{t('publish.checks', { counts })}</span>
      <Button
        dense
        onClick={() => {
          onShow()
          openChecks(editor)
        }}
      >
        {t('publish.showChecks')}
      </Button>
    </div>
  )
}

/** A hook: the findings in the email as it is now. */
function useChecked(editor: Editor): CheckedEmail | undefined {
  const found = useSignal<CheckedEmail | undefined>(undefined)
  useEffect(
    () =>
      void checkingOf(editor)
        ?.lintNow()
        .then((checked) => (found.value = checked)),
    [],
  )
  return found.value
}

function problemOf({ t, number }: PanelProps['words'], time: string): string | undefined {
  const ahead = new Date(time).getTime() - Date.now()
  if (!(ahead > 0)) return t('publish.past')
  const days = limits.publishAheadDays
  return ahead > days * 86_400_000 ? t('publish.far', { days: number(days) }) : undefined
}

function zoneHint({ t }: PanelProps['words']): string {
  return t('publish.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
}
