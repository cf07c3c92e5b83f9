import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { unpublishEmail } from '../publishing/index.ts'
import { canRollBack } from '../state/index.ts'

interface LiveProps extends PanelProps {
  isBusy: boolean
  run: (act: () => Promise<string>) => void
}

/** What is live, and a way to take it away, in two steps. */
export function LiveRelease({ editor, words, isBusy, run }: LiveProps) {
  const { t } = words
  const isAsked = useSignal(false)
  const release = editor.publication.value?.release ?? null
  if (release === null) return <p>{t('publish.first')}</p>
  const unpublish = () =>
    run(async () => {
      await unpublishEmail(editor)
      return t('publish.isUnpublished')
    })
  return (
    <div class="svc-publish-live">
      <p>
        {isAsked.value
          ? t('publish.unpublishText')
          : t('publish.live', {
              number: words.number(release.number),
              time: words.dateTime(new Date(release.publishedAt ?? release.createdAt)),
              name: release.author.name,
            })}
      </p>
      {canRollBack(editor) ? (
        <Button dense busy={isBusy} onClick={isAsked.value ? unpublish : () => (isAsked.value = true)}>
          {t('publish.unpublish')}
        </Button>
      ) : null}
    </div>
  )
}
