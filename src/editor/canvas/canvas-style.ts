/**
 * Styles of the canvas: no accidental selection, no followed links, space for placeholders. They are in an adopted
 * style sheet, so that the document stays equal to the email. Forced colors are off in it. Each row has paint
 * containment, because a key press would otherwise repaint hundreds of rows; overflow stays visible.
 */
const rules = `
html { overflow: hidden; forced-color-adjust: none }
body, a, button, input, label { cursor: default }
body { -webkit-user-select: none; user-select: none; -webkit-touch-callout: none; min-height: 100% }
img { -webkit-user-drag: none }
[contenteditable='true'], [contenteditable='true'] * { -webkit-user-select: text; user-select: text; cursor: text; outline: none }
[role='article'] > * { isolation: isolate }
@supports (overflow-clip-margin: 1px) { [role='article'] > * { contain: paint; overflow-clip-margin: 1000px } }
[data-stand-in='column'] > td { height: 120px }
tr:not([data-stand-in]) > td[data-n]:empty { height: 160px }
[data-stand-in='block'] > td { height: 48px }
[data-stand-in='hidden'] > td { height: 32px }
img[alt='']::after { content: ''; display: block; padding: 48px; background: #8884 }
`

/** Returns a function that sets the color scheme. */
export function addCanvasStyle(canvas: Document): (scheme: 'light' | 'dark') => void {
  const view = canvas.defaultView as (Window & typeof globalThis) | null
  if (view === null) return () => undefined
  const sheet = new view.CSSStyleSheet()
  const show = (scheme: 'light' | 'dark') => sheet.replaceSync(`:root { color-scheme: ${scheme} !important }${rules}`)
  show('light')
  canvas.adoptedStyleSheets = [sheet]
  return show
}

const preference = /\(prefers-color-scheme: ?dark\)/
const always = { light: '(max-width: 0px)', dark: '(min-width: 0px)' } as const
const written = new WeakMap<object, string>()

/**
 * Shows the canvas in light or dark mode, whatever the system prefers, by changing the media conditions of the parsed
 * style sheets; the text of the email stays as it is.
 */
export function applyScheme(canvas: Document, scheme: 'light' | 'dark'): void {
  for (const sheet of canvas.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!isMediaRule(rule)) continue
      const condition = written.get(rule) ?? rule.media.mediaText
      if (!preference.test(condition)) continue
      written.set(rule, condition)
      const wanted = condition.replace(preference, always[scheme])
      if (rule.media.mediaText !== wanted) rule.media.mediaText = wanted
    }
  }
}

// No instanceof: the rule belongs to the window of the frame.
function isMediaRule(rule: CSSRule): rule is CSSMediaRule {
  return 'media' in rule
}
