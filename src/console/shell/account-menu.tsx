import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import {
  Icon,
  accountIcon,
  desktopIcon,
  moonIcon,
  moreIcon,
  settingsIcon,
  signOutIcon,
  sunIcon,
} from '../../ui/icons/index.ts'
import { Menu, type MenuItem } from '../../ui/overlays/index.ts'
import { useConsole } from '../context.ts'
import { languageNames } from '../locale/index.ts'
import { type Appearance, appearance, appearances, chooseAppearance, chooseLanguage } from '../appearance.ts'

const icons: Record<Appearance, string> = { system: desktopIcon, light: sunIcon, dark: moonIcon }

/** The signed-in person: appearance, language and sign-out. */
export function AccountMenu() {
  const { router, start, words } = useConsole()
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { email, name } = start.user
  const items = (): MenuItem[] => [
    ...appearances.map((each) => ({
      label: words.t(`appearance.${each}`),
      icon: icons[each],
      checked: appearance.value === each,
      run: () => chooseAppearance(each),
    })),
    'line',
    ...Object.entries(languageNames).map(([locale, label]) => ({
      label,
      checked: words.locale === locale,
      run: () => chooseLanguage(locale),
    })),
    'line',
    { label: words.t('shell.settings'), icon: settingsIcon, run: () => router.go('/account') },
    { label: words.t('shell.members'), icon: accountIcon, run: () => router.go('/members') },
    { label: words.t('shell.signOut'), icon: signOutIcon, run: () => form.current?.submit() },
  ]
  return (
    <div class="nav-account">
      <button
        ref={button}
        type="button"
        class="nav-person"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon d={accountIcon} size={20} />
        <span class="nav-person-name">
          <b>{name}</b>
          <small>{email}</small>
        </span>
        <Icon d={moreIcon} />
      </button>
      {isOpen.value ? (
        <Menu
          label={words.t('shell.account')}
          anchor={button}
          side="above"
          items={items()}
          onClose={() => (isOpen.value = false)}
        />
      ) : null}
      <form ref={form} method="post" action="/sign-out" hidden />
    </div>
  )
}
