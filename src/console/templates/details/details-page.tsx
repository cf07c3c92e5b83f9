import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../../../ui/controls/index.ts'
import { Icon, chevronLeftIcon, downloadIcon } from '../../../ui/icons/index.ts'
import type { Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type Latest, useLatest } from '../../latest.ts'
import { Loaded, SectionHead } from '../../parts/index.ts'
import { ExportDialog } from '../export/index.ts'
import { mayEdit } from '../../start.ts'
import type { DetailsTabProps } from './details-tab.ts'
import { DevelopersTab } from './developers/developers-tab.tsx'
import { PermissionsTab } from './permissions/permissions-tab.tsx'
import { Preview } from './preview.tsx'
import { ReleasesTab } from './releases/releases-tab.tsx'
import { ReviewTab } from './review/review-tab.tsx'
import { VersionsTab } from './versions/versions-tab.tsx'
import { words } from './words.ts'

const tabs: Readonly<Record<string, (props: DetailsTabProps) => ComponentChildren>> = {
  preview: ({ template }) => <Preview template={template} />,
  releases: (props) => <ReleasesTab {...props} />,
  versions: (props) => <VersionsTab {...props} />,
  review: (props) => <ReviewTab {...props} />,
  permissions: ({ template }) => <PermissionsTab template={template} />,
  developers: ({ template }) => <DevelopersTab template={template} />,
}

/** One template: how it looks, what is live, who approves it, and how programs use it. */
export function DetailsPage({ id, tab = 'preview' }: { id: string; tab?: string | undefined }) {
  const { api } = useConsole()
  const latest = useLatest((signal) => api.value.get<Template>(`/templates/${id}`, { signal }), [id])
  return (
    <div class="page" lang="en" dir="ltr">
      <Loaded from={latest}>{(template) => <Details template={template} tab={tab} latest={latest} />}</Loaded>
    </div>
  )
}

interface DetailsProps {
  template: Template
  tab: string
  latest: Latest<Template>
}

function Details({ template, tab, latest }: DetailsProps) {
  const { start } = useConsole()
  const isExporting = useSignal(false)
  const current = tab in tabs ? tab : 'preview'
  const base = `/templates/${template.id}/details`
  useEffect(() => {
    document.title = `${template.name} · svc`
  }, [template.name])
  return (
    <>
      <a class="row" href="/templates">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('back')}
      </a>
      <SectionHead
        title={template.name}
        label={words.t('pages')}
        tabs={Object.keys(tabs).map((each) => ({
          path: each === 'preview' ? base : `${base}/${each}`,
          label: words.wordFor('tab', each),
        }))}
      >
        <div class="row">
          {mayEdit(start) ? (
            <Button icon={downloadIcon} onClick={() => (isExporting.value = true)}>
              {words.t('export')}
            </Button>
          ) : null}
          <a class="svc-button svc-primary" href={`/templates/${template.id}`}>
            <span>{words.t('edit')}</span>
          </a>
        </div>
      </SectionHead>
      {tabs[current]?.({ template, reload: latest.reload })}
      {isExporting.value ? <ExportDialog ids={[template.id]} onClose={() => (isExporting.value = false)} /> : null}
    </>
  )
}
