import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../../ui/controls/index.ts'
import { TextInput } from '../../../../ui/fields/index.ts'
import { releaseIcon } from '../../../../ui/icons/index.ts'
import type { PublishedTemplate, Template, TemplateRelease } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { CsvButton, Loaded, ShowMore, useCall, usePages } from '../../../parts/index.ts'
import { mayPublish } from '../../../start.ts'
import type { DetailsTabProps } from '../details-tab.ts'
import { words } from '../words.ts'
import { DraftChanges } from './draft-changes.tsx'
import { ReleaseTable } from './release-table.tsx'

/** What is live, what publishing would change, and every release with a way back to it. */
export function ReleasesTab({ template, reload }: DetailsTabProps) {
  const { api, start, toaster } = useConsole()
  const releases = usePages<TemplateRelease>(`/templates/${template.id}/releases`, { limit: 25 })
  const call = useCall<unknown>()
  const run = (change: () => Promise<string>) =>
    call.run(async () => {
      toaster.show(await change())
      reload()
      releases.reload()
    })
  const path = `/templates/${template.id}`
  const isEditor = mayPublish(start)
  return (
    <div class="stack">
      <section class="panel">
        <p>{liveText(template)}</p>
        {template.published_release === undefined ? null : (
          <DraftChanges template={template} release={template.published_release} />
        )}
        {isEditor ? (
          <div class="row">
            {template.published_release === undefined || template.unpublished_changes ? (
              <PublishForm
                isBusy={call.isBusy}
                onPublish={(note) =>
                  run(async () => {
                    const body = note === '' ? {} : { note }
                    const { release } = await api.value.post<PublishedTemplate>(`${path}/publish`, body)
                    return words.t('published', { number: release.number })
                  })
                }
              />
            ) : null}
            {template.published_release === undefined || template.publishing === 'on_save' ? null : (
              <Button
                busy={call.isBusy}
                onClick={() =>
                  run(async () => {
                    await api.value.post(`${path}/unpublish`)
                    return words.t('unpublished')
                  })
                }
              >
                {words.t('unpublish')}
              </Button>
            )}
          </div>
        ) : null}
      </section>
      <section class="panel">
        <div class="panel-head">
          <h2>{words.t('releases')}</h2>
          <CsvButton of={releases} name="releases" />
        </div>
        <Loaded from={releases}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={releaseIcon} title={words.t('noReleases')} text={words.t('noReleasesText')} />
            ) : (
              <ReleaseTable
                releases={list}
                mayPublish={isEditor}
                onRollBack={({ number }) =>
                  run(async () => {
                    const { release } = await api.value.post<PublishedTemplate>(`${path}/rollback`, { to: number })
                    return words.t('rolledBack', { number, next: release.number })
                  })
                }
                onCancel={({ number }) =>
                  run(async () => {
                    await api.value.remove(`${path}/releases/${number}`)
                    return words.t('unscheduled')
                  })
                }
              />
            )
          }
        </Loaded>
        <ShowMore of={releases} />
      </section>
    </div>
  )
}

function liveText({ published_at: at, published_release: number, publishing }: Template): string {
  if (number !== undefined && at !== undefined)
    return words.t('liveSince', { number, date: words.dateTime(new Date(at)) })
  return words.t(publishing === 'on_save' ? 'onSave' : 'notLive')
}

function PublishForm({ isBusy, onPublish }: { isBusy: boolean; onPublish: (note: string) => void }) {
  const note = useSignal('')
  return (
    <form
      class="row details-form"
      onSubmit={(event) => {
        event.preventDefault()
        onPublish(note.value.trim())
      }}
    >
      <TextInput
        label={words.t('note')}
        placeholder={words.t('note')}
        value={note.value}
        maxLength={200}
        onChange={(value) => (note.value = value)}
      />
      <Button type="submit" variant="primary" busy={isBusy}>
        {words.t('publish')}
      </Button>
    </form>
  )
}
