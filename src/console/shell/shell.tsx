import { useSignal } from '@preact/signals'
import { type ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { EmptyState, IconButton, Spinner } from '../../ui/controls/index.ts'
import { lockIcon, menuIcon, warningIcon } from '../../ui/icons/index.ts'
import { isPressed } from '../../ui/keys.ts'
import { usePlatform } from '../../ui/locale/index.ts'
import { Toasts, Tooltips } from '../../ui/overlays/index.ts'
import { useConsole } from '../context.ts'
import { PaletteLoader } from '../palette/palette-loader.tsx'
import { type Section, sectionOf } from '../sections.ts'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'

/** Navigation beside the page of the current section. */
export function Shell() {
  const { project, router, toaster, words, start } = useConsole()
  const isMenuOpen = useSignal(false)
  const isPaletteOpen = usePaletteKey()
  const { path } = router.url.value
  const section = sectionOf(path)
  const main = useMovedFocus(path)
  useEffect(() => {
    isMenuOpen.value = false
    document.title = section === undefined ? 'svc' : `${words.t(section.title)} · svc`
  }, [path])
  return (
    <div class="shell" data-menu={isMenuOpen.value ? 'open' : undefined}>
      <a class="shell-skip" href="#main">
        {words.t('shell.skip')}
      </a>
      <header class="shell-bar">
        <IconButton
          icon={menuIcon}
          label={words.t('shell.menu')}
          expanded={isMenuOpen.value}
          onClick={() => (isMenuOpen.value = !isMenuOpen.value)}
        />
        <a class="shell-brand" href="/">
          <Mark />
          <span>svc</span>
        </a>
      </header>
      <Navigation current={section} onSearch={() => (isPaletteOpen.value = true)} />
      <div class="shell-veil" onClick={() => (isMenuOpen.value = false)} />
      <main id="main" class="shell-main" tabIndex={-1} ref={main}>
        {section === undefined ? (
          <EmptyState icon={warningIcon} title={words.t('failed.page')} />
        ) : section.isFor?.(start) === false && section.explainsRoles !== true ? (
          <div class="page">
            <EmptyState icon={lockIcon} title={words.t('shell.noAccess')} text={words.t('shell.noAccessText')} />
          </div>
        ) : (
          <SectionPage key={`${section.id} ${project.value?.id}`} section={section} />
        )}
      </main>
      {isPaletteOpen.value ? <PaletteLoader onClose={() => (isPaletteOpen.value = false)} /> : null}
      <Toasts toaster={toaster} />
      <Tooltips />
    </div>
  )
}

function SectionPage({ section }: { section: Section }) {
  const { report, words } = useConsole()
  const page = useSignal<ComponentType | undefined>(undefined)
  useEffect(() => {
    section.load().then((loaded) => (page.value = loaded), report)
  }, [])
  const Page = page.value
  return Page === undefined ? <Spinner label={words.t('shell.loading')} /> : <Page />
}

function usePaletteKey() {
  const platform = usePlatform()
  const isOpen = useSignal(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed('Mod+K', event, platform)) return
      event.preventDefault()
      isOpen.value = !isOpen.value
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return isOpen
}

/** Moves the focus to the page after a change of path, as a loaded page would, but not at the start. */
function useMovedFocus(path: string) {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
    scrollTo(0, 0)
  }, [path])
  return main
}
