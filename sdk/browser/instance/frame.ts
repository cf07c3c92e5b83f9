import type { EditorSetup } from '../protocol/index.ts'

/** The frame on the page. */
export interface Frame {
  readonly element: HTMLIFrameElement
  /** Takes it away, and the container where there was none before. */
  remove(): void
}

const containerId = 'svc-plugin'

// The colours of the editor's own theme.
const palettes = {
  light: { stage: '#f1f0ee', panel: '#fdfdfc', line: '#e3e1df' },
  dark: { stage: '#100f0e', panel: '#191817', line: '#302e2b' },
}

/**
 * Puts the frame into `#svc-plugin`, which is emptied, or made at the end of the page. Until the editor draws, the frame
 * shows its outline in the colours of the theme: no white flash, and no request.
 */
export function placeFrame(url: string, look: Pick<EditorSetup, 'theme' | 'locale'>): Frame {
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
  element.style.cssText = `display:block;width:100%;height:100%;border:0;color-scheme:${look.theme};background:${skeleton(look)}`
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

/** Bar, rail, paper and inspector as backgrounds, the first on top; in scripts from right to left the sides change places. */
function skeleton({ theme, locale }: Pick<EditorSetup, 'theme' | 'locale'>): string {
  const { stage, panel, line } = palettes[theme]
  const area = (colour: string, place: string) => `linear-gradient(${colour},${colour}) ${place} no-repeat`
  const [start, end] = /^(ar|fa|he|ur)\b/.test(locale) ? ['right', 'left'] : ['left', 'right']
  return [
    area(line, `${start} 16px top 18px/min(220px,30%) 12px`),
    area(line, `${end} 16px top 18px/min(120px,20%) 12px`),
    area(line, '0 48px/100% 1px'),
    area(panel, '0 0/100% 48px'),
    area(line, `${start} 16px top 72px/min(248px,22%) 32px`),
    area(line, `${end} 16px top 72px/min(180px,16%) 12px`),
    area(line, `${end} 16px top 104px/min(288px,22%) 32px`),
    area(panel, `${start} 0 top 48px/min(280px,26%) 100%`),
    area(panel, `${end} 0 top 48px/min(320px,26%) 100%`),
    area(line, '50% 136px/min(360px,32%) 160px'),
    area(panel, '50% 96px/min(600px,42%) 100%'),
    stage,
  ].join(',')
}
