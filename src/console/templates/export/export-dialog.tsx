import { useSignal } from '@preact/signals'
import { Button, Spinner } from '../../../ui/controls/index.ts'
import { Field, Select } from '../../../ui/fields/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type {
  Connection,
  ConnectionPage,
  ExportTarget,
  ExportTargets,
  PushProvider,
  PushProviders,
} from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded } from '../../parts/index.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { ExportResult } from './export-result.tsx'
import { PushSection } from './push-section.tsx'
import { useExport } from './use-export.ts'
import { words } from './words.ts'

interface ExportDialogProps {
  ids: readonly string[]
  onClose: () => void
}

const lastTargetKey = 'svc.export-target'

/** Chooses a format or a provider; exports with files and warnings, or pushes into an account at the provider. */
export function ExportDialog({ ids, onClose }: ExportDialogProps) {
  const { api } = useConsole()
  const targets = useLatest((signal) => api.value.get<ExportTargets>('/export/formats', { signal }), [])
  const chosen = useSignal(localStorage.getItem(lastTargetKey) ?? 'html')
  const version = useSignal<'default' | 'draft'>('default')
  const run = useExport()
  const start = (target: ExportTarget | undefined) => {
    if (target === undefined) return
    localStorage.setItem(lastTargetKey, target.id)
    run.start({
      ...(target.kind === 'format' ? { format: target.id } : { format: 'esp', target: target.id }),
      ...(ids.length === 1 ? { template_id: ids[0] } : { template_ids: ids }),
      ...(version.value === 'draft' ? { version: 'draft' } : {}),
    })
  }
  const list = targets.value?.data ?? []
  const target = list.find(({ id }) => id === chosen.value) ?? list[0]
  const { connections, providers } = usePushTargets()
  const provider = target?.kind === 'esp' ? providers.value?.find((each) => each.target === target.id) : undefined
  const connecting = useSignal<PushProvider | undefined>(undefined)
  const connected = useSignal<string | undefined>(undefined)
  if (connecting.value !== undefined)
    return (
      <ConnectionDialog
        provider={connecting.value}
        onConnected={({ id }) => {
          connected.value = id
          connecting.value = undefined
          connections.reload()
        }}
        onClose={() => (connecting.value = undefined)}
      />
    )
  return (
    <Dialog
      title={words.t('title', { count: ids.length })}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.t('close')}</Button>
          <Button variant="primary" busy={run.isBusy} onClick={() => start(target)}>
            {words.t('export')}
          </Button>
        </>
      }
    >
      <div class="dialog-text export" lang="en" dir="ltr">
        <Loaded from={targets}>
          {({ data }) => (
            <>
              <Field label={words.t('target')} layout="stack">
                {({ id }) => (
                  <Select
                    id={id}
                    value={target?.id}
                    options={data.map((each) => ({
                      value: each.id,
                      label: each.name,
                      group: words.wordFor('kind', each.kind),
                    }))}
                    onChange={(value) => (chosen.value = value)}
                  />
                )}
              </Field>
              {target === undefined ? null : <AboutTarget target={target} />}
              <Field label={words.t('version')} layout="stack">
                {({ id }) => (
                  <Select
                    id={id}
                    value={version.value}
                    options={(['default', 'draft'] as const).map((value) => ({
                      value,
                      label: words.t(`version.${value}`),
                    }))}
                    onChange={(value) => (version.value = value)}
                  />
                )}
              </Field>
            </>
          )}
        </Loaded>
        {provider === undefined || connections.value === undefined ? null : (
          <PushSection
            key={`${provider.id} ${version.value} ${connected.value}`}
            provider={provider}
            connections={connections.value.filter((each) => each.provider === provider.id)}
            preferred={connected.value}
            order={{ templateIds: ids, version: version.value === 'draft' ? { version: 'draft' } : {} }}
            onConnect={() => (connecting.value = provider)}
          />
        )}
        {run.isBusy && run.current === undefined ? <Spinner label={words.t('running')} /> : null}
        {run.current === undefined ? null : <ExportResult exported={run.current} />}
      </div>
    </Dialog>
  )
}

function AboutTarget({ target: { kind, level, notes, tag_example: example } }: { target: ExportTarget }) {
  if (kind === 'format') return null
  return (
    <p class="soft words">
      {words.wordFor('level', level)} {words.t('example')}: <code>{example}</code>
      {notes === undefined ? null : ` ${notes}`}
    </p>
  )
}

/** Providers that take pushes, and the accounts of the project. */
function usePushTargets() {
  const { api } = useConsole()
  const providers = useLatest(
    async (signal) => (await api.value.get<PushProviders>('/connections/providers', { signal })).data,
    [],
  )
  const connections = useLatest(
    async (signal): Promise<readonly Connection[]> =>
      (await api.value.get<ConnectionPage>('/connections', { query: { limit: 100 }, signal })).data,
    [],
  )
  return { connections, providers }
}
