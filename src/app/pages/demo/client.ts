/** Script of the demo: a host page that uses the SDK and logs its events. */

/** The part of the SDK used here. */
interface Sdk {
  init(config: object): Promise<void>
  save(): Promise<object>
  preview(device: 'desktop' | 'mobile'): Promise<{ previewUrl: string }>
  export(format: 'zip' | 'pdf'): Promise<{ downloadUrl: string }>
  getHtml(): Promise<object>
  undo(): Promise<object>
  redo(): Promise<object>
  toggleVersionHistory(): Promise<object>
  refreshSession(): Promise<object>
  setTheme(theme: 'light' | 'dark'): Promise<void>
  isInitialized(): boolean
  on(event: string, callback: (payload: object) => void): void
}

const { svc } = Object(window) as { svc: Sdk }
const { pluginId, emailPrefix = 'demo-' } = document.body.dataset
const byId = (id: string) => document.getElementById(id)
const root = document.documentElement
const log = document.querySelector('.log')
const starter = byId('starter') as HTMLSelectElement
const language = byId('locale') as HTMLSelectElement
const themeButton = byId('theme')
const events = ['initialized', 'ready', 'save', 'exported', 'error', 'authExpired', 'modeChanged', 'destroyed']

const calls: Record<string, () => Promise<object>> = {
  save: () => svc.save(),
  preview: () => svc.preview('desktop'),
  phone: () => svc.preview('mobile'),
  zip: () => svc.export('zip'),
  pdf: () => svc.export('pdf'),
  html: () => svc.getHtml(),
  undo: () => svc.undo(),
  redo: () => svc.redo(),
  versions: () => svc.toggleVersionHistory(),
  refresh: () => svc.refreshSession(),
}

function themeNow(): 'light' | 'dark' {
  return root.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

function showTheme(theme: 'light' | 'dark'): void {
  root.dataset['theme'] = theme
  themeButton?.setAttribute('aria-pressed', String(theme === 'dark'))
}

/** Adds a line with a name and its data to the log. */
function say(kind: 'event' | 'answer' | 'failure', name: string, said: object): void {
  const line = document.createElement('li')
  line.className = kind
  const title = document.createElement('b')
  title.textContent = name
  line.append(title, ' ', ...printed(said))
  log?.prepend(line)
  while ((log?.children.length ?? 0) > 60) log?.lastElementChild?.remove()
}

function printed(said: object): (string | HTMLElement)[] {
  const address = Object.values(said).find((value) => typeof value === 'string' && /^https?:\/\/.*\/cdn\//.test(value))
  const text = JSON.stringify(said) ?? ''
  const short = text.length > 240 ? `${text.slice(0, 240)}…` : text
  if (typeof address !== 'string') return [short === '{}' ? '' : short]
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = 'Open'
  return [link]
}

async function open(): Promise<void> {
  const chosen = starter.selectedOptions[0]
  const startFrom = chosen?.dataset['id']
  const emailId = `${emailPrefix}${starter.value}`
  const accent = document.querySelector<HTMLInputElement>('input[name="accent"]:checked')
  await svc
    .init({
      pluginId,
      apiRequestData: { emailId },
      getAuthToken: () => requestToken(emailId),
      locale: language.value,
      theme: themeNow(),
      customization: { primaryColor: accent?.value },
      ...(startFrom === undefined ? {} : { startFrom }),
    })
    // The `error` event reports the reason.
    .catch(() => undefined)
}

async function requestToken(emailId: string): Promise<string> {
  const answer = await fetch(`/demo/token?emailId=${emailId}`, { method: 'POST' })
  if (!answer.ok) throw new Error('The demo issued no token for this page. Reload it.')
  return answer.text()
}

function copy(button: HTMLElement): void {
  const text = byId(button.dataset['copy'] ?? '')?.textContent ?? ''
  void navigator.clipboard.writeText(text).then(() => {
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  })
}

function showTab(tab: HTMLElement): void {
  for (const other of document.querySelectorAll<HTMLElement>('[role="tab"]')) {
    const isShown = other === tab
    other.setAttribute('aria-selected', String(isShown))
    other.tabIndex = isShown ? 0 : -1
    byId(other.getAttribute('aria-controls') ?? '')?.toggleAttribute('hidden', !isShown)
  }
  tab.focus()
}

function showLanguage(button: HTMLElement): void {
  const { language: shown } = button.dataset
  for (const other of document.querySelectorAll<HTMLElement>('[data-language]'))
    other.setAttribute('aria-pressed', String(other === button))
  for (const snippet of document.querySelectorAll<HTMLElement>('[data-snippet]'))
    snippet.hidden = snippet.dataset['snippet'] !== shown
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
  if (button === null) return
  const { call, language: chosen } = button.dataset
  if (call !== undefined)
    calls[call]?.().then(
      (answer) => say('answer', button.textContent ?? '', answer),
      () => undefined,
    )
  if (button.dataset['copy'] !== undefined) copy(button)
  if (chosen !== undefined) showLanguage(button)
  if (button.getAttribute('role') === 'tab') showTab(button)
})

document.querySelector('.tabs')?.addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key]
  const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length]
  if (next !== undefined) showTab(next)
})

themeButton?.addEventListener('click', () => {
  showTheme(themeNow() === 'dark' ? 'light' : 'dark')
  if (svc.isInitialized()) void svc.setTheme(themeNow()).catch(() => undefined)
})

const aside = byId('integration')
const besideButton = byId('beside')

/** True if the code is displayed: on a page where the editor needs the full width, only on request. */
function isBesideShown(): boolean {
  return aside !== null && getComputedStyle(aside).display !== 'none'
}

function showBeside(isShown: boolean): void {
  aside?.toggleAttribute('hidden', !isShown)
  aside?.classList.toggle('open', isShown)
  reportBeside()
}

function reportBeside(): void {
  besideButton?.setAttribute('aria-pressed', String(isBesideShown()))
}

besideButton?.addEventListener('click', () => showBeside(!isBesideShown()))
addEventListener('resize', reportBeside)
reportBeside()

for (const field of [starter, language]) field.addEventListener('change', () => void open())
for (const radio of document.querySelectorAll('input[name="accent"]'))
  radio.addEventListener('change', () => void open())

for (const event of events) svc.on(event, (payload) => say(event === 'error' ? 'failure' : 'event', event, payload))

const wanted = navigator.language.slice(0, 2)
if ([...language.options].some(({ value }) => value === wanted)) language.value = wanted
showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
void open()
