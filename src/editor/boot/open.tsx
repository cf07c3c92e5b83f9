import { render } from 'preact'
import type { EmailDocument, ModuleLookup, Operation } from '../../email/document/index.ts'
import type { ApiDocument, EditorApi, EditorConfig } from '../bridge/index.ts'
import { canvasSignal, rendererOf } from '../canvas/index.ts'
import { markListening, queueEarlyInput } from '../startup/early-input.ts'
import { markFirstRender } from '../startup/deferred.tsx'
import { loadWords, otherLanguages } from '../locale/index.ts'
import { Shell } from '../shell/index.ts'
import { type Editor, type Purpose, createEditor, createDeferredApply } from '../state/index.ts'
import { nearestLocale } from '../../ui/locale/index.ts'
import { flushBeforeInput } from '../../ui/rendering.ts'
import { showStyle } from './appearance.ts'

interface Opening {
  document: EmailDocument
  /** HTML rendered by the service; without it the canvas waits for the renderer. */
  canvas?: string
  modules?: ApiDocument['modules']
  config: EditorConfig
  api: EditorApi
  mayUnlock?: boolean
  /** The user may change content only. */
  textOnly?: boolean
  rights?: ApiDocument['rights']
  purpose?: Purpose
  publication?: ApiDocument['publication']
  /**
   * Attaches saving and other listeners before the first edit is possible. Returns the function of the save command.
   */
  equip?: (editor: Editor) => Promise<() => Promise<void>>
}

/**
 * Opens the editor in an element: first the rendering of the service, then the code that edits it. Input in between is
 * replayed. Resolves when everything is loaded.
 */
export async function openEditor(root: HTMLElement, opening: Opening): Promise<Editor> {
  const { config, api } = opening
  const words = await loadWords(config.locale)
  showStyle(words, config)
  const apply = createDeferredApply()
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
    publication: opening.publication,
    save: () => save(),
  })
  const rendering = rendererOf(editor)
  rendering.firstHtml = opening.canvas || undefined
  rendering.modules = lookupIn(opening.modules ?? {})
  const rendered = whenCanvasReady(editor)
  flushBeforeInput(window)
  render(<Shell editor={editor} />, root)
  await rendered
  queueEarlyInput(editor)
  performance.mark('svc-ready')
  markFirstRender()
  const [workshop] = await Promise.all([
    import('./editing.ts'),
    // They listen to keys and pointers, so `ready` waits for them.
    import('../shell/covers.tsx'),
    import('../stage/overlay.tsx'),
  ])
  rendering.renderPage.value = workshop.createRenderPage()
  editor.commands.value = new Map(workshop.commands.map((command) => [command.id, command]))
  // `ready` waits for this, because a block may be inserted right after it.
  const speaking = workshop.followEmailLanguage(editor)
  if (opening.equip !== undefined) save = await opening.equip(editor)
  await speaking
  apply.arrive(workshop.apply)
  markListening(editor, 'commands')
  return editor
}

function lookupIn(modules: NonNullable<ApiDocument['modules']>): ModuleLookup {
  return ({ id, version }) => modules[`${id} ${version}`]
}

/** Wait for a frame, in ms: browsers paint none of an editor that is hidden or below the visible part of the page. */
const frameMs = 250

/** Resolves one frame after the canvas is shown, or without one if the editor is not visible. */
function whenCanvasReady(editor: Editor): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => undefined as void
    stop = canvasSignal(editor).subscribe((canvas) => {
      if (canvas === undefined) return
      queueMicrotask(() => stop())
      requestAnimationFrame(() => resolve())
      setTimeout(resolve, frameMs)
    })
  })
}

/** The document to open, and operations to save before any others. */
interface InitialDocument {
  document: EmailDocument
  ahead: Operation[]
}

/**
 * Sets the language of a new, empty email to that of the editor; the service does not receive it and creates emails
 * in English. Other emails are not changed.
 */
export function initialDocumentOf(
  { document, revision }: ApiDocument,
  { locale }: Pick<EditorConfig, 'locale'>,
): InitialDocument {
  const isSpoken = isTag(locale) && nearestLocale(locale, ['en', ...Object.keys(otherLanguages)]) !== 'en'
  if (revision > 0 || document.rows.length > 0 || !isSpoken) return { document, ahead: [] }
  const meta = { ...document.meta, lang: locale }
  return { document: { ...document, meta }, ahead: [{ op: 'settings', props: { meta: { lang: locale } } }] }
}

function isTag(locale: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)
}
