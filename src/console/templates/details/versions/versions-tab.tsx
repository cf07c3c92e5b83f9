import { useSignal } from '@preact/signals'
import { Button } from '../../../../ui/controls/index.ts'
import { swapIcon, pencilIcon } from '../../../../ui/icons/index.ts'
import type { TemplateVersion } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { ConfirmDialog, CsvButton, Loaded, ShowMore, usePages } from '../../../parts/index.ts'
import { mayEdit } from '../../../start.ts'
import type { DetailsTabProps } from '../details-tab.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { useVersionActions } from './use-version-actions.ts'
import { VersionDialog } from './version-dialog.tsx'
import { VersionList } from './version-list.tsx'
import { words } from './words.ts'

/** The history of the draft; `?version=ver_…` opens one version, `?from=3&to=7` compares two. */
export function VersionsTab({ template: { id }, reload }: DetailsTabProps) {
  const { router, start } = useConsole()
  const versions = usePages<TemplateVersion>(`/templates/${id}/versions`, { limit: 50 })
  const labelled = useSignal<TemplateVersion | 'current' | undefined>(undefined)
  const deleted = useSignal<TemplateVersion | undefined>(undefined)
  const refresh = () => {
    reload()
    versions.reload()
  }
  const actions = useVersionActions(id, refresh)
  const isEditor = mayEdit(start)
  const base = `/templates/${id}/details/versions`
  const { query } = router.url.value
  const [shown, from, to = 'current'] = ['version', 'from', 'to'].map((name) => query.get(name) ?? undefined)
  const close = () => router.go(base)
  const compare = (earlier: number | string, later: number | string) =>
    router.go(`${base}?from=${earlier}&to=${later}`, { replace: from !== undefined })
  return (
    <section class="panel">
      <div class="panel-head">
        <p class="soft words">{words.t('about')}</p>
        <div class="row">
          <CsvButton of={versions} name="versions" />
          {(versions.value?.length ?? 0) < 2 ? null : (
            <Button
              icon={swapIcon}
              onClick={() => compare(versions.value?.[1]?.number ?? 1, versions.value?.[0]?.number ?? 'current')}
            >
              {words.t('compare')}
            </Button>
          )}
          {isEditor ? (
            <Button icon={pencilIcon} onClick={() => (labelled.value = 'current')}>
              {words.t('name')}
            </Button>
          ) : null}
        </div>
      </div>
      <Loaded from={versions}>
        {(list) => (
          <VersionList
            versions={list}
            mayEdit={isEditor}
            actions={actions}
            hrefOf={(version) => `${base}?version=${version.id}`}
            onCompare={compare}
            onLabel={(version) => (labelled.value = version)}
            onDelete={(version) => (deleted.value = version)}
          />
        )}
      </Loaded>
      <ShowMore of={versions} />
      {shown === undefined ? null : (
        <VersionDialog
          key={shown}
          templateId={id}
          id={shown}
          mayEdit={isEditor}
          onRestore={(version) => {
            actions.restore(version)
            close()
          }}
          onCompare={({ number }) => compare(number, 'current')}
          onClose={close}
        />
      )}
      {from === undefined ? null : (
        <CompareDialog
          templateId={id}
          versions={versions.value ?? []}
          from={from}
          to={to}
          onChoose={compare}
          onClose={close}
        />
      )}
      {labelled.value === undefined ? null : (
        <LabelDialog
          templateId={id}
          version={labelled.value === 'current' ? undefined : labelled.value}
          onDone={() => {
            labelled.value = undefined
            refresh()
          }}
          onClose={() => (labelled.value = undefined)}
        />
      )}
      {deleted.value === undefined ? null : (
        <ConfirmDialog
          title={words.t('deleteTitle', { number: deleted.value.number })}
          text={words.t('deleteText')}
          action={words.t('delete')}
          onConfirm={() => {
            if (deleted.value !== undefined) actions.remove(deleted.value)
            deleted.value = undefined
          }}
          onClose={() => (deleted.value = undefined)}
        />
      )}
    </section>
  )
}
