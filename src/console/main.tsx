/**
 * The console in the browser: one page whose sections are loaded when they are opened. It calls the API as any client does.
 * May import the kit (ui); sections import each other never. Start at shell/shell.tsx; sections.ts lists the sections.
 */
import { computed, signal } from '@preact/signals'
import { render } from 'preact'
import { platformOf } from '../ui/keys.ts'
import { SurroundingsProvider } from '../ui/locale/index.ts'
import { createToaster } from '../ui/overlays/index.ts'
import { ApiFailure, createApi } from './api/index.ts'
import { type Console, ConsoleProvider } from './context.ts'
import { loadWords } from './locale/index.ts'
import { createRouter } from './router.ts'
import { sectionOf } from './sections.ts'
import { Shell } from './shell/shell.tsx'
import { readStart } from './start.ts'

const projectKey = 'svc.project'

async function main(root: HTMLElement): Promise<void> {
  const words = await loadWords(document.documentElement.lang)
  const platform = platformOf(navigator)
  render(
    <SurroundingsProvider value={{ words: words.kit, platform }}>
      <ConsoleProvider value={createConsole(words)}>
        <Shell />
      </ConsoleProvider>
    </SurroundingsProvider>,
    root,
  )
}

function createConsole(words: Console['words']): Console {
  const start = readStart(document)
  const toaster = createToaster()
  const projectId = signal(localStorage.getItem(projectKey) ?? '')
  const project = computed(() => start.projects.find(({ id }) => id === projectId.value) ?? start.projects[0])
  const onSignedOut = () => location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
  const router = createRouter(window, (path) => sectionOf(path) !== undefined)
  return {
    start,
    words,
    toaster,
    project,
    router,
    section: computed(() => sectionOf(router.url.value.path)),
    api: computed(() => createApi({ csrf: start.csrf, projectId: project.value?.id, onSignedOut })),
    switchProject(id) {
      localStorage.setItem(projectKey, id)
      projectId.value = id
    },
    report(error) {
      const text = error instanceof ApiFailure ? error.message : words.t('failed.network')
      toaster.show(text, { tone: 'problem' })
    },
  }
}

void main(document.getElementById('console') ?? document.body)
