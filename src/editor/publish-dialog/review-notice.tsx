import { Button } from '../../ui/controls/index.ts'
import { Icon, checkIcon, clockIcon, errorIcon, warningIcon } from '../../ui/icons/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { decideReview, withdrawRequest } from '../publishing/index.ts'
import { type Editor, canDecide, canRequestReview } from '../state/index.ts'

type Review = NonNullable<NonNullable<Editor['publication']['value']>['review']>

interface NoticeProps extends PanelProps {
  /** The note for the decision. */
  note: string
  isBusy: boolean
  run: (act: () => Promise<string>) => void
}

/** The latest review of the draft, and what the user can do about it; nothing where no approval is required or requested. */
export function ReviewNotice({ editor, words, note, isBusy, run }: NoticeProps) {
  const { t } = words
  const { approval = 'not_required', review = null } = editor.publication.value ?? {}
  if (review === null) {
    if (approval !== 'required') return null
    return (
      <div class="svc-publish-notice">
        <Icon d={warningIcon} />
        <span>{t('publish.failed.approval')}</span>
      </div>
    )
  }
  const { id, comment, note: request, stale, state } = review
  const decide = (isApproved: boolean) =>
    run(async () => {
      await decideReview(editor, { isApproved, note, reviewId: id })
      return t(isApproved ? 'review.isApproved' : 'review.isRejected')
    })
  const withdraw = () =>
    run(async () => {
      await withdrawRequest(editor, id)
      return t('review.isWithdrawn')
    })
  return (
    <div class={`svc-publish-notice svc-review svc-review-${state}`}>
      <Icon d={icons[state]} />
      <span>
        <strong>{textOf(words, review)}</strong>
        {request === null ? null : <q>{request}</q>}
        {comment === null ? null : <q>{comment}</q>}
        {stale ? <span>{t('review.stale')}</span> : null}
      </span>
      {state === 'pending' && canRequestReview(editor) ? (
        <Button dense busy={isBusy} onClick={withdraw}>
          {t('review.withdraw')}
        </Button>
      ) : null}
      {canDecide(editor) ? (
        <>
          <Button dense busy={isBusy} onClick={() => decide(false)}>
            {t('review.reject')}
          </Button>
          <Button dense variant="primary" disabled={stale} busy={isBusy} onClick={() => decide(true)}>
            {t('review.approve')}
          </Button>
        </>
      ) : null}
    </div>
  )
}

const icons = { pending: clockIcon, approved: checkIcon, rejected: errorIcon } as const

function textOf({ t, dateTime }: PanelProps['words'], { state, requestedBy, decidedBy, createdAt, decidedAt }: Review) {
  const time = dateTime(new Date(decidedAt ?? createdAt))
  return t(`review.${state}`, { name: (decidedBy ?? requestedBy).name, time })
}
