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
