import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { PluginCredentials, PluginCredentialsOnce, Project } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CopyText, Loaded, useCall } from '../../parts/index.ts'
import { type Secret, SecretOnce } from '../secret-once.tsx'
import { words } from '../words.ts'
import { NewProject } from './new-project.tsx'
import { Origins } from './origins.tsx'

/** Credentials and origins of the current project, and a new project. */
export function ProjectPage() {
  const { api, project } = useConsole()
  const id = project.value?.id ?? ''
  const loaded = useLatest((signal) => api.value.get<Project>(`/projects/${id}`, { signal }), [id])
  return (
    <>
      <Loaded from={loaded}>
        {(value) => (
          <>
            <Origins project={value} onChange={loaded.change} />
            <Credentials projectId={value.id} />
          </>
        )}
      </Loaded>
      <NewProject />
    </>
  )
}

function Credentials({ projectId }: { projectId: string }) {
  const { api } = useConsole()
  const path = `/projects/${projectId}/credentials`
  const credentials = useLatest((signal) => api.value.get<PluginCredentials>(path, { signal }), [path])
  const secret = useSignal<Secret | undefined>(undefined)
  const call = useCall<void>()
  const rotate = () =>
    call.run(async () => {
      const { secret_key: value } = await api.value.post<PluginCredentialsOnce>(`${path}/rotate`, {})
      secret.value = { label: words.t('project.secret'), value }
      credentials.reload()
    })
  return (
    <section class="panel">
      <h2>{words.t('project.credentials')}</h2>
      <p class="soft">{words.t('project.credentialsText')}</p>
      <Loaded from={credentials}>
        {({ plugin_id: pluginId, previous_secret_expires_at: expires }) => (
          <>
            <p class="soft">{words.t('connect.plugin')}</p>
            <CopyText label={words.t('connect.plugin')} text={pluginId} />
            {expires === null ? null : (
              <p>{words.t('project.previous', { date: words.dateTime(new Date(expires)) })}</p>
            )}
          </>
        )}
      </Loaded>
      <div>
        <Button busy={call.isBusy} onClick={rotate}>
          {words.t('project.rotate')}
        </Button>
      </div>
      {secret.value === undefined ? null : (
        <SecretOnce secrets={[secret.value]} onClose={() => (secret.value = undefined)} />
      )}
    </section>
  )
}
