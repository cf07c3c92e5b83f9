import { type EditorSetup, failureOf } from '../protocol/index.ts'
import { titleIn } from './error-page.ts'

export interface Frame {
  readonly element: HTMLIFrameElement
  /** Hides the frame and frees the container for another editor. */
  hide(): void
  /** Frees the container for another editor. */
  release(): void
  /** Replaces the frame by a page; without one the container is empty. */
  show(page: ChildNode | undefined | void): void
  /** Removes the frame or the page, and the container if it was created. */
  remove(): void
}

const containerId = 'svc-plugin'
/** Marks editor frames, so that other instances and copies of the SDK find them. */
const mark = 'data-svc-editor'

// Colors of the editor's default themes.
const palettes = {
  light: { stage: '#f1f0ee', panel: '#fdfdfc' },
  dark: { stage: '#100f0e', panel: '#191817' },
}

/**
 * The configured element; undefined for the default container if the page has none. Throws INVALID_CONFIG for a missing
 * element, and for one that has the editor of another instance; `own` is the frame of the caller.
 */
export function findContainer(wanted: unknown, own: HTMLIFrameElement | undefined): HTMLElement | undefined {
  const container = wanted === undefined ? document.getElementById(containerId) : elementOf(wanted)
  if (container === null) return undefined
  if (container?.isConnected !== true)
    throw failureOf('INVALID_CONFIG', 'container must be an element or its selector.')
  for (const child of container.children)
    if (child !== own && child.hasAttribute(mark))
      throw failureOf('INVALID_CONFIG', 'The container has an editor. Destroy it or set container.')
  return container
}

function elementOf(wanted: unknown): HTMLElement | undefined {
  if (typeof wanted !== 'string') return (wanted as Node | null)?.nodeType === 1 ? (wanted as HTMLElement) : undefined
  try {
    return document.querySelector<HTMLElement>(wanted) ?? undefined
  } catch {
    // Not a selector.
    return undefined
  }
}

/**
 * Puts the frame into the emptied container; undefined appends `#svc-plugin` to the page. Until the editor renders, the
 * frame shows its outline in the colors of the theme: no white flash, no request.
 */
export function placeFrame(
  url: string,
  look: Pick<EditorSetup, 'theme' | 'locale'>,
  known: HTMLElement | undefined,
): Frame {
  const container = known ?? document.createElement('div')
  if (known === undefined) {
    container.id = containerId
    container.style.cssText = 'width:100%;height:100vh'
    document.body.append(container)
  }
  const element = document.createElement('iframe')
  element.title = titleIn(look.locale)
  element.setAttribute(mark, '')
  element.referrerPolicy = 'no-referrer'
  element.allow = 'clipboard-read; clipboard-write; fullscreen'
  // Set by script, which a Content-Security-Policy against inline styles allows.
  element.style.cssText = `display:block;width:100%;height:100%;border:0;color-scheme:${look.theme};background:${skeleton(look)}`
  element.src = url
  container.replaceChildren(element)
  // In a container without a height, 100 % is the default height of frames. Hidden frames have none until they are shown.
  // Only the first height counts: a container that is resized later may have this one for a moment.
  const shownFirst = new ResizeObserver(() => {
    const height = element.offsetHeight
    if (height) shownFirst.disconnect()
    if (height === 150) element.style.minHeight = '80vh'
  })
  shownFirst.observe(element)
  let shown: ChildNode = element
  const release = () => element.removeAttribute(mark)
  return {
    element,
    release,
    hide() {
      release()
      element.style.display = 'none'
    },
    show(page) {
      shown.remove()
      if (page) container.append((shown = page))
    },
    remove() {
      shown.remove()
      if (known === undefined && !container.hasChildNodes()) container.remove()
    },
  }
}

/** Bar, rail, paper and inspector as backgrounds, topmost first; the same in both directions. */
function skeleton({ theme }: Pick<EditorSetup, 'theme'>): string {
  const { stage, panel } = palettes[theme]
  return [
    '0 0/100% 48px',
    '0 49px/min(280px,26%) 100%',
    '100% 49px/min(320px,26%) 100%',
    '50% 96px/min(600px,42%) 100%',
  ]
    .map((position) => `linear-gradient(${panel},${panel}) ${position} no-repeat,`)
    .join('')
    .concat(stage)
}
