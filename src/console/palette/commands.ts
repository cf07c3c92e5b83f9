import {
  bookIcon,
  codeIcon,
  desktopIcon,
  layersIcon,
  moonIcon,
  plusIcon,
  sunIcon,
  uploadIcon,
} from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { sectionsFor } from '../sections.ts'
import { chooseAppearance } from '../appearance.ts'

export interface Command {
  id: string
  label: string
  detail?: string | undefined
  icon: string
  run: () => void
}

/** Everything that the palette offers besides templates. */
export function useCommands(): Command[] {
  const { project, router, start, switchProject, words } = useConsole()
  return [
    { id: 'new', label: words.t('templates.new'), icon: plusIcon, run: () => router.go('/templates?new=1') },
    { id: 'import', label: words.t('templates.import'), icon: uploadIcon, run: () => router.go('/templates/import') },
    ...sectionsFor(start).map(({ icon, id, path, title }) => ({
      id,
      label: words.t(title),
      icon,
      run: () => router.go(path),
    })),
    ...start.projects
      .filter(({ id }) => id !== project.value?.id)
      .map(({ id, name }) => ({
        id,
        label: words.t('project.open', { name }),
        icon: layersIcon,
        run: () => switchProject(id),
      })),
    { id: 'light', label: words.t('appearance.light'), icon: sunIcon, run: () => chooseAppearance('light') },
    { id: 'dark', label: words.t('appearance.dark'), icon: moonIcon, run: () => chooseAppearance('dark') },
    { id: 'system', label: words.t('appearance.system'), icon: desktopIcon, run: () => chooseAppearance('system') },
    { id: 'guides', label: words.t('shell.guides'), icon: bookIcon, run: () => location.assign('/docs/guide') },
    { id: 'reference', label: words.t('shell.reference'), icon: codeIcon, run: () => location.assign('/docs') },
  ]
}
