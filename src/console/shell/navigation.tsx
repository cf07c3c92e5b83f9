import { Icon, bookIcon, codeIcon, searchIcon } from '../../ui/icons/index.ts'
import { printShortcut } from '../../ui/keys.ts'
import { usePlatform } from '../../ui/locale/index.ts'
import { useConsole } from '../context.ts'
import { type Section, sectionsFor } from '../sections.ts'
import { AccountMenu } from './account-menu.tsx'
import { Mark } from './mark.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'

const guides = [
  { href: '/docs/guide', title: 'shell.guides', icon: bookIcon },
  { href: '/docs', title: 'shell.reference', icon: codeIcon },
] as const

export function Navigation({ current, onSearch }: { current: Section | undefined; onSearch: () => void }) {
  const { start, words } = useConsole()
  const platform = usePlatform()
  return (
    <nav class="nav" aria-label={words.t('shell.navigation')}>
      <a class="shell-brand" href="/">
        <Mark />
        <span>svc</span>
      </a>
      <ProjectSwitcher />
      <button type="button" class="nav-search" onClick={onSearch}>
        <Icon d={searchIcon} />
        <span>{words.t('palette.open')}</span>
        <kbd>{printShortcut('Mod+K', platform)}</kbd>
      </button>
      <ul class="nav-list">
        {sectionsFor(start)
          .filter(({ isPersonal }) => isPersonal !== true)
          .map((section) => (
            <li key={section.id}>
              <a href={section.path} class="nav-link" aria-current={section === current ? 'page' : undefined}>
                <Icon d={section.icon} />
                {words.t(section.title)}
              </a>
            </li>
          ))}
      </ul>
      <ul class="nav-list nav-end">
        {guides.map(({ href, icon, title }) => (
          <li key={href}>
            <a href={href} class="nav-link">
              <Icon d={icon} />
              {words.t(title)}
            </a>
          </li>
        ))}
      </ul>
      <AccountMenu />
    </nav>
  )
}
