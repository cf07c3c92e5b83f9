import { useSignal } from '@preact/signals'
import { Button, IconButton } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { trashIcon } from '../../../ui/icons/index.ts'
import type { Project } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useCall } from '../../parts/index.ts'
import { words } from '../words.ts'
import { originOf } from './origin.ts'

interface OriginsProps {
  project: Project
  onChange: (project: Project) => void
}

/** Allowed origins: a URL is checked while it is typed, and its origin can be allowed. */
export function Origins({ project, onChange }: OriginsProps) {
  const console = useConsole()
  const { api, toaster } = console
  const typed = useSignal('')
  const call = useCall<void>()
  const { allowed_origins: origins } = project
  const origin = originOf(typed.value)
  const store = (next: readonly string[], done?: () => void) =>
    call.run(async () => {
      onChange(await api.value.put<Project>(`/projects/${project.id}`, { allowed_origins: next }))
      done?.()
    })
  const remove = (each: string) =>
    store(
      origins.filter((other) => other !== each),
      () =>
        toaster.show(words.t('project.removed', { origin: each }), {
          action: { label: console.words.t('undo'), run: () => store(origins) },
        }),
    )
  return (
    <section class="panel">
      <h2>{words.t('project.origins')}</h2>
      <p class="soft">{words.t('project.originsText')}</p>
      {origins.length === 0 ? <p>{words.t('project.noOrigins')}</p> : null}
      <ul class="origins">
        {origins.map((each) => (
          <li key={each}>
            <code>{each}</code>
            <IconButton
              icon={trashIcon}
              label={words.t('project.remove', { origin: each })}
              onClick={() => remove(each)}
            />
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (origin === undefined || origins.includes(origin)) return
          store([...origins, origin], () => (typed.value = ''))
        }}
      >
        <Field label={words.t('project.origin')} layout="stack" hint={checkText(typed.value, origin, origins)}>
          {({ id, describedBy }) => (
            <div class="tool-line">
              <TextInput
                id={id}
                describedBy={describedBy}
                isCode
                placeholder="https://app.example.com"
                value={typed.value}
                onChange={(value) => (typed.value = value)}
              />
              <Button type="submit" variant="primary" busy={call.isBusy}>
                {words.t('project.allow')}
              </Button>
            </div>
          )}
        </Field>
      </form>
    </section>
  )
}

function checkText(text: string, origin: string | undefined, origins: readonly string[]): string | undefined {
  if (text.trim() === '') return undefined
  if (origin === undefined) return words.t('project.noUrl')
  if (origins.includes('*')) return words.t('project.isAny')
  return words.t(origins.includes(origin) ? 'project.isAllowed' : 'project.isNotAllowed', { origin })
}
