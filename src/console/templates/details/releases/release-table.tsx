import { Button } from '../../../../ui/controls/index.ts'
import type { TemplateRelease } from '../../../api/index.ts'
import { Author } from '../author.tsx'
import { words } from '../words.ts'

interface ReleaseTableProps {
  releases: readonly TemplateRelease[]
  mayPublish: boolean
  onRollBack: (release: TemplateRelease) => void
  onCancel: (release: TemplateRelease) => void
}

export function ReleaseTable({ releases, mayPublish, onRollBack, onCancel }: ReleaseTableProps) {
  return (
    <ul class="details-list">
      {releases.map((release) => {
        const { author, live, note, number, publish_at: publishAt, published_at: at, state } = release
        return (
          <li key={number} class="panel-row">
            <b>{number}</b>
            <span class={`badge badge-${live ? 'live' : state === 'scheduled' ? 'scheduled' : ''}`}>
              {live ? words.t('live') : words.wordFor('state', state)}
            </span>
            <span class="details-note">
              {note ?? ''}{' '}
              {state === 'scheduled' && publishAt !== undefined ? (
                words.t('scheduled', { number, date: words.dateTime(new Date(publishAt)) })
              ) : (
                <Author at={at} name={author.name} />
              )}
            </span>
            {mayPublish && state === 'scheduled' ? (
              <Button dense onClick={() => onCancel(release)}>
                {words.t('unschedule')}
              </Button>
            ) : null}
            {mayPublish && state === 'published' && !live ? (
              <Button dense onClick={() => onRollBack(release)}>
                {words.t('rollback')}
              </Button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
