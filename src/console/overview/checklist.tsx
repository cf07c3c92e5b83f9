import { Icon, checkIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import type { TextKey } from '../locale/index.ts'
import type { Activity } from './use-activity.ts'

interface ChecklistProps {
  activity: Activity
  hasTemplates: boolean
}

/** The first steps, checked by what the project has; gone when all are done. Steps of other roles are left out. */
export function Checklist({ activity, hasTemplates }: ChecklistProps) {
  const { words } = useConsole()
  const { domains, hasExports, hasLists, hasOrigins, webhooks } = activity
  const all: readonly { title: TextKey; href: string; isDone: boolean | undefined }[] = [
    { title: 'step.template', href: '/templates?new=1', isDone: hasTemplates },
    { title: 'step.export', href: '/templates', isDone: hasExports },
    { title: 'step.list', href: '/verification/lists', isDone: hasLists },
    { title: 'step.domain', href: '/domains', isDone: domains && domains.length > 0 },
    { title: 'step.origin', href: '/developers/project', isDone: hasOrigins },
    { title: 'step.webhook', href: '/developers/webhooks', isDone: webhooks && webhooks.length > 0 },
  ]
  const steps = all.filter(({ isDone }) => isDone !== undefined)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section class="panel home-steps">
      <div class="home-head">
        <h2>{words.t('home.steps')}</h2>
        <span class="soft">{words.t('home.done', { done, total: steps.length })}</span>
      </div>
      <ol>
        {steps.map(({ href, isDone, title }) => (
          <li key={title} class={isDone ? 'home-done' : ''}>
            <span class="home-mark">{isDone ? <Icon d={checkIcon} size={14} /> : null}</span>
            {isDone ? (
              <span>
                {words.t(title)} <span class="svc-hidden">({words.t('step.done')})</span>
              </span>
            ) : (
              <a href={href}>{words.t(title)}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
