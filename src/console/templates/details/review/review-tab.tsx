import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../../ui/controls/index.ts'
import { TextInput } from '../../../../ui/fields/index.ts'
import { checksIcon } from '../../../../ui/icons/index.ts'
import type { TemplateReview } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { Loaded, useCall, usePages } from '../../../parts/index.ts'
import { Author } from '../author.tsx'
import type { DetailsTabProps } from '../details-tab.ts'
import { words } from '../words.ts'
import { ReviewLinks } from './review-links.tsx'

type Decision = 'approve' | 'reject'

/** Reviews of the draft with their decisions, and links for reviewers without an account. */
export function ReviewTab({ template, reload }: DetailsTabProps) {
  const { api, toaster } = useConsole()
  const path = `/templates/${template.id}/reviews`
  const reviews = usePages<TemplateReview>(path, { limit: 25 })
  const call = useCall<unknown>()
  const run = (change: () => Promise<unknown>, done?: string) =>
    call.run(async () => {
      await change()
      if (done !== undefined) toaster.show(done)
      reload()
      reviews.reload()
    })
  return (
    <div class="stack">
      <section class="panel">
        {template.review?.state === 'pending' ? null : (
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
                        <NoteForm
                          label={words.t('decisionNote')}
                          actions={[
                            ['approve', words.t('approve')],
                            ['reject', words.t('reject')],
                          ]}
                          isBusy={call.isBusy}
                          onSubmit={(decision: Decision, note) =>
                            run(() => api.value.post(`${path}/${review.id}/${decision}`, bodyOf(note)))
                          }
                        />
                        <Button
                          variant="plain"
                          busy={call.isBusy}
                          onClick={() => run(() => api.value.remove(`${path}/${review.id}`))}
                        >
                          {words.t('cancelReview')}
                        </Button>
                      </div>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <ReviewLinks templateId={template.id} />
    </div>
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
  onSubmit: (action: Action, note: string) => void
}

/** A note, which may be empty, with the buttons that send it. */
function NoteForm<Action extends string>({ label, actions, isBusy, onSubmit }: NoteFormProps<Action>) {
  const note = useSignal('')
  const send = (action: Action | undefined) => {
    if (action === undefined) return
    onSubmit(action, note.value.trim())
    note.value = ''
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
