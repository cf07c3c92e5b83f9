import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button, EmptyState } from '../../../../ui/controls/index.ts'
import { TextInput } from '../../../../ui/fields/index.ts'
import { checksIcon } from '../../../../ui/icons/index.ts'
import type { TemplateReview } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { Loaded, useCall, usePages } from '../../../parts/index.ts'
import { mayComment, mayWrite } from '../../../start.ts'
import { Author } from '../author.tsx'
import type { DetailsTabProps } from '../details-tab.ts'
import { words } from '../words.ts'
import { ReviewLinks } from './review-links.tsx'

type Verdict = 'approve' | 'reject'

/** Reviews of the draft with their decisions, and links for reviewers without an account. */
export function ReviewTab({ template, reload }: DetailsTabProps) {
  const { api, start, toaster } = useConsole()
  const isOwn = ({ requested_by: by }: TemplateReview) => by.kind === 'user' && by.id === start.user.id
  const path = `/templates/${template.id}/reviews`
  const reviews = usePages<TemplateReview>(path, { limit: 25 })
  const call = useCall<unknown>()
  const run = (change: () => Promise<unknown>, done?: string) =>
    new Promise<boolean>((resolve) => {
      call.run(async () => {
        try {
          await change()
        } catch (error) {
          resolve(false)
          throw error
        }
        resolve(true)
        if (done !== undefined) toaster.show(done)
        reload()
        reviews.reload()
      })
    })
  return (
    <div class="stack">
      <section class="panel">
        {template.review?.state === 'pending' || !mayWrite(start) ? null : (
          <NoteForm
            label={words.t('requestNote')}
            actions={[['request', words.t('request')]]}
            isBusy={call.isBusy}
            onSubmit={(_, note) => run(() => api.value.post(path, bodyOf(note)), words.t('requested'))}
          />
        )}
        <Loaded from={reviews}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={checksIcon} title={words.t('noReviews')} text={words.t('noReviewsText')} />
            ) : (
              <ul class="details-list">
                {list.map((review) => (
                  <li key={review.id}>
                    <ReviewSummary review={review} />
                    {review.state === 'pending' ? (
                      <div class="panel-row">
                        <Decision isOwn={isOwn(review)} mayDecide={mayComment(start)}>
                          <NoteForm
                            label={words.t('decisionNote')}
                            actions={[
                              ['approve', words.t('approve')],
                              ['reject', words.t('reject')],
                            ]}
                            isBusy={call.isBusy}
                            onSubmit={(decision: Verdict, note) =>
                              run(
                                () => api.value.post(`${path}/${review.id}/${decision}`, bodyOf(note)),
                                words.t(`done.${decision}`),
                              )
                            }
                          />
                        </Decision>
                        {mayWrite(start) ? (
                          <Button
                            variant="plain"
                            busy={call.isBusy}
                            onClick={() => void run(() => api.value.remove(`${path}/${review.id}`))}
                          >
                            {words.t('cancelReview')}
                          </Button>
                        ) : null}
                      </div>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {mayWrite(start) ? <ReviewLinks templateId={template.id} /> : null}
    </div>
  )
}

interface DecisionProps {
  children: ComponentChildren
  isOwn: boolean
  mayDecide: boolean
}

/** The service refuses the decision of the requester (OWN_REVIEW), so the page says who may decide. */
function Decision({ children, isOwn, mayDecide }: DecisionProps) {
  if (!mayDecide) return <p class="details-note soft">{words.t('readsReviews')}</p>
  if (!isOwn) return children
  return (
    <p class="details-note">
      {words.t('ownReview')} <a href="/members?invite=1">{words.t('ownReviewInvite')}</a>
    </p>
  )
}

function ReviewSummary({ review }: { review: TemplateReview }) {
  const { created_at: at, decided_by: by, decision_note: reason, note, requested_by: author, stale, state } = review
  const tone = state === 'approved' ? 'completed' : state === 'rejected' ? 'failed' : 'in_review'
  return (
    <div class="panel-row">
      <span class={`badge badge-${tone}`}>{words.wordFor('review', state)}</span>
      <span class="details-note" dir="auto">
        {note ?? ''} <Author at={at} name={author.name} />
        {reason === undefined ? null : (
          <>
            <br />
            {reason} <Author at={review.decided_at} name={by?.name} />
          </>
        )}
      </span>
      {stale && state === 'approved' ? <span class="warn">{words.t('stale')}</span> : null}
    </div>
  )
}

interface NoteFormProps<Action extends string> {
  label: string
  /** The first one is that of the Enter key. */
  actions: readonly (readonly [Action, string])[]
  isBusy: boolean
  /** Resolves to true once the note was accepted. */
  onSubmit: (action: Action, note: string) => Promise<boolean>
}

/** A note, which may be empty, with the buttons that send it. */
function NoteForm<Action extends string>({ label, actions, isBusy, onSubmit }: NoteFormProps<Action>) {
  const note = useSignal('')
  const send = (action: Action | undefined) => {
    if (action === undefined) return
    void onSubmit(action, note.value.trim()).then((isAccepted) => isAccepted && (note.value = ''))
  }
  const [first, ...others] = actions
  return (
    <form
      class="row details-form"
      onSubmit={(event) => {
        event.preventDefault()
        send(first?.[0])
      }}
    >
      <TextInput
        label={label}
        placeholder={label}
        value={note.value}
        maxLength={200}
        onChange={(value) => (note.value = value)}
      />
      <Button type="submit" variant="primary" busy={isBusy}>
        {first?.[1]}
      </Button>
      {others.map(([action, text]) => (
        <Button key={action} busy={isBusy} onClick={() => send(action)}>
          {text}
        </Button>
      ))}
    </form>
  )
}

function bodyOf(note: string): { note?: string } {
  return note === '' ? {} : { note }
}
