import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Icon, switcherIcon } from '../../ui/icons/index.ts'
import { Menu } from '../../ui/overlays/index.ts'
import { useConsole } from '../context.ts'

/** The current project, and a menu of the others where there are any. */
export function ProjectSwitcher() {
  const { project, router, start, switchProject, words } = useConsole()
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const current = project.value
  if (start.projects.length < 2)
    return <p class="nav-project">{current === undefined ? words.t('project.none') : current.name}</p>
  const choose = (id: string) => {
    if (id === current?.id) return
    switchProject(id)
    router.go('/')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class="nav-project"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-label={words.t('project.switch', { name: current?.name ?? '' })}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <span>{current?.name}</span>
        <Icon d={switcherIcon} size={14} />
      </button>
      {isOpen.value ? (
        <Menu
          label={words.t('project.projects')}
          anchor={button}
          items={start.projects.map(({ id, name }) => ({
            label: name,
            checked: id === current?.id,
            run: () => choose(id),
          }))}
          onClose={() => (isOpen.value = false)}
        />
      ) : null}
    </>
  )
}
