import { render } from 'preact'
import type { EmailDocument, ModuleLookup, Operation } from '../../email/document/index.ts'
import { applyTheme } from '../../ui/theme/index.ts'
import type { ApiDocument, EditorApi, EditorConfig } from '../bridge/index.ts'
import { canvasSignal, rendererOf } from '../canvas/index.ts'
import { startListening, keepEarly } from '../startup/early-input.ts'
import { emailShown } from '../startup/deferred.tsx'
import { loadWords, otherLanguages } from '../locale/index.ts'
import { Shell } from '../shell/index.ts'
import { type Editor, type Purpose, createEditor, createLateApply } from '../state/index.ts'
import { nearestLocale } from '../../ui/locale/index.ts'

interface Opening {
  document: EmailDocument
  /** The email as the service rendered it for the canvas; without it the canvas waits for the renderer. */
  canvas?: string
  modules?: ApiDocument['modules']
  config: EditorConfig
  api: EditorApi
  mayUnlock?: boolean
  /** The person may change content, and nothing else. */
  textOnly?: boolean
  rights?: ApiDocument['rights']
  purpose?: Purpose
  /** Anyone who saves and listens, before anything can be changed. Answers what saving by hand does. */
  equip?: (editor: Editor) => Promise<() => Promise<void>>
}

/**
 * Shows the editor in an element of this page: first the email as the service rendered it, then whatever changes it. What
 * people do in between is done when that has come. Resolves when it has.
 */
export async function openEditor(root: HTMLElement, opening: Opening): Promise<Editor> {
  const { config, api } = opening
  const words = await loadWords(config.locale)
  showStyle(words, config)
  const apply = createLateApply()
  let save = () => Promise.resolve()
  const { document, mayUnlock = false, textOnly = false, purpose } = opening
  const editor = createEditor({
    document,
    config,
    api,
    words,
    apply,
    mayUnlock,
    textOnly,
    ...(opening.rights === undefined ? {} : { can: opening.rights.can }),
    ...(purpose === undefined ? {} : { purpose }),
    save: () => save(),
  })
  const rendering = rendererOf(editor)
  rendering.begun = opening.canvas || undefined
  rendering.modules = lookupIn(opening.modules ?? {})
  const rendered = canvasThere(editor)
  render(<Shell editor={editor} />, root)
  await rendered
  keepEarly(editor)
  performance.mark('svc-ready')
  emailShown()
  const [workshop] = await Promise.all([
    import('./editing.ts'),
    // Keys and what is pointed at are heard by these; anyone who is notified that the editor is ready may use them at once.
    import('../shell/covers.tsx'),
    import('../stage/overlay.tsx'),
  ])
  rendering.renderPage.value = workshop.createRenderPage()
  editor.commands.value = new Map(workshop.commands.map((command) => [command.id, command]))
  // The first block may be inserted as soon as the editor says that it is ready.
  const speaking = workshop.speakItsLanguage(editor)
  if (opening.equip !== undefined) save = await opening.equip(editor)
  await speaking
  apply.arrive(workshop.apply)
  startListening(editor, 'commands')
  return editor
}

function lookupIn(modules: NonNullable<ApiDocument['modules']>): ModuleLookup {
  return ({ id, version }) => modules[`${id} ${version}`]
}

function showStyle({ locale, dir }: { locale: string; dir: string }, { theme, customization }: EditorConfig): void {
  const page = document.documentElement
  page.lang = locale
  page.dir = dir
  applyTheme(page, theme, customization.primaryColor)
}

/** Resolves when the canvas is there, and one frame has shown it. */
function canvasThere(editor: Editor): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => undefined as void
    stop = canvasSignal(editor).subscribe((canvas) => {
      if (canvas === undefined) return
      queueMicrotask(() => stop())
      requestAnimationFrame(() => resolve())
    })
  })
}

/** What an email begins with here, and what the first save has to say of that before anything else. */
interface Beginning {
  document: EmailDocument
  ahead: Operation[]
}

/**
 * An email that was never saved and holds nothing yet is in the language of anyone who begins it: the service, which does not know
 * that, made it in English. Every other email stays as it is.
 */
export function beginningOf({ document, revision }: ApiDocument, { locale }: Pick<EditorConfig, 'locale'>): Beginning {
  const isSpoken = isTag(locale) && nearestLocale(locale, ['en', ...Object.keys(otherLanguages)]) !== 'en'
  if (revision > 0 || document.rows.length > 0 || !isSpoken) return { document, ahead: [] }
  const meta = { ...document.meta, lang: locale }
  return { document: { ...document, meta }, ahead: [{ op: 'settings', props: { meta: { lang: locale } } }] }
}

function isTag(locale: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)
}
