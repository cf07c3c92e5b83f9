import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import type { ProjectOnce } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useCall } from '../../parts/index.ts'
import { SecretOnce } from '../secret-once.tsx'
import { words } from '../words.ts'

/** Another project of the company; its page opens after its secrets were shown. */
export function NewProject() {
  const { api, switchProject } = useConsole()
  const name = useSignal('')
  const call = useCall<ProjectOnce>()
  const created = call.result
  return (
    <section class="panel">
      <h2>{words.t('project.new')}</h2>
      <p class="soft">{words.t('project.newText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.value.trim() === '' || call.isBusy) return
          call.run((signal) => api.value.post<ProjectOnce>('/projects', { name: name.value }, { signal }))
        }}
      >
        <Field label={words.t('name')} layout="stack">
          {({ id }) => (
            <div class="tool-line">
              <TextInput id={id} value={name.value} onChange={(value) => (name.value = value)} />
              <Button type="submit" busy={call.isBusy}>
                {words.t('project.create')}
              </Button>
            </div>
          )}
        </Field>
      </form>
      {created === undefined ? null : (
        <SecretOnce
          secrets={[
            { label: words.t('project.key'), value: created.api_key.key },
            { label: words.t('project.secret'), value: created.secret_key },
          ]}
          onClose={() => {
            switchProject(created.id)
            // The list of projects comes with the page.
            location.assign('/developers')
          }}
        />
      )}
    </section>
  )
}
