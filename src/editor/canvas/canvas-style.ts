/**
 * What the canvas adds to how the email looks: nothing is selected by accident, nothing is followed, and stand-ins have room.
 * In a sheet that is no part of the document, so that the document stays the email, which keeps its colors where a system
 * gives its own. Each row is painted and pointed at by itself: a key in one of hundreds is felt otherwise. What reaches over a
 * row's edge is still seen.
 */
const rules = `
html { overflow: hidden; forced-color-adjust: none }
body { -webkit-user-select: none; user-select: none; min-height: 100% }
body, a, button, input, label { cursor: default }
img { -webkit-user-drag: none }
[contenteditable='true'], [contenteditable='true'] * { -webkit-user-select: text; user-select: text; cursor: text }
[contenteditable='true'] { outline: none }
[role='article'] > * { isolation: isolate }
@supports (overflow-clip-margin: 1px) { [role='article'] > * { contain: paint; overflow-clip-margin: 1000px } }
[data-stand-in='column'] > td { height: 120px }
tr:not([data-stand-in]) > td[data-n]:empty { height: 160px }
[data-stand-in='block'] > td { height: 48px }
[data-stand-in='hidden'] > td { height: 32px }
`

/** Gives a blank document that sheet; answers how to say which scheme it shows. */
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
 * Shows the canvas as in light or dark mode, whatever the system prefers: the rules for dark mode are switched in the style
 * sheets that the browser made, so that the text of the email stays as it is.
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

// The rule belongs to another window, whose classes are not ours.
function isMediaRule(rule: CSSRule): rule is CSSMediaRule {
  return 'media' in rule
}
