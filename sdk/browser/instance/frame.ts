import type { EditorSetup } from '../protocol/index.ts'

/** The frame on the page. */
export interface Frame {
  readonly element: HTMLIFrameElement
  /** Takes it away, and the container where there was none before. */
  remove(): void
}

const containerId = 'svc-plugin'

const palettes = {
  light: { stage: '#eceef1', panel: '#fff', line: '#e1e4e8' },
  dark: { stage: '#16181c', panel: '#1f2227', line: '#2c3036' },
}

/**
 * Puts the frame into `#svc-plugin`, which is emptied, or made at the end of the page. Until the editor draws, the frame
 * shows its outline in the colours of the theme: no white flash, and no request.
 */
export function placeFrame(url: string, { theme }: Pick<EditorSetup, 'theme'>): Frame {
  const known = document.getElementById(containerId)
  const container = known ?? document.createElement('div')
  if (known === null) {
    container.id = containerId
    container.style.cssText = 'width:100%;height:100vh'
    document.body.append(container)
  }
  const element = document.createElement('iframe')
  element.title = 'Email editor'
  element.referrerPolicy = 'no-referrer'
  element.allow = 'clipboard-read; clipboard-write; fullscreen'
  // Styles by script, which a page's policy against inline styles lets pass.
  element.style.cssText = `display:block;width:100%;height:100%;border:0;color-scheme:${theme};background:${skeleton(theme)}`
  element.src = url
  container.replaceChildren(element)
  return {
    element,
    remove() {
      element.remove()
      if (known === null) container.remove()
    },
  }
}

/** Rail, paper and inspector as backgrounds, the first on top. */
function skeleton(theme: EditorSetup['theme']): string {
  const { stage, panel, line } = palettes[theme]
  const area = (colour: string, place: string) => `linear-gradient(${colour},${colour}) ${place} no-repeat`
  return [
    area(line, '16px 20px/min(180px,18%) 12px'),
    area(line, '16px 52px/min(248px,22%) 64px'),
    area(line, 'right 16px top 20px/min(180px,18%) 12px'),
    area(line, 'right 16px top 52px/min(288px,22%) 40px'),
    area(panel, '0 0/min(280px,26%) 100%'),
    area(panel, '100% 0/min(320px,26%) 100%'),
    area(line, '50% 72px/min(360px,32%) 120px'),
    area(panel, '50% 48px/min(600px,44%) 100%'),
    stage,
  ].join(',')
}
