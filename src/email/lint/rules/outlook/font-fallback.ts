import { settingsFix, styleFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

const common =
  /\b(?:arial|helvetica|verdana|tahoma|georgia|times|times new roman|trebuchet ms|courier|courier new|calibri|cambria|segoe ui|consolas|palatino linotype|book antiqua|gill sans|lucida|serif|sans-serif|monospace|garamond|impact)\b/i

/** Fonts with nothing to fall back to. */
export const fontFallback = defineRule({
  id: 'outlook.font-fallback',
  severity: 'warning',
  why: 'Where the font is not there Outlook on Windows takes Times New Roman.',
  remedy: 'End the stack with a font that every system has, and a generic one: Arial, sans-serif.',
  doc: 'https://www.caniemail.com/features/css-at-font-face/',
  *check({ document, nodeContexts, title }) {
    for (const [name, font] of Object.entries(document.theme.fonts)) {
      if (common.test(font.fallback)) continue
      const fixed = { ...document.theme.fonts, [name]: { ...font, fallback: withCommon(font.fallback) } }
      const fix = settingsFix('Add Arial', { theme: { fonts: fixed } })
      yield {
        prop: `theme.fonts.${name}`,
        message: `The font ${name} falls back to nothing that every system has.`,
        fix,
      }
    }
    for (const { node } of nodeContexts) {
      const font = node.style?.font
      if (font === undefined || font.startsWith('$font.') || common.test(font)) continue
      yield {
        node,
        prop: 'style.font',
        message: `${title(node)}: the font ${font.slice(0, 60)} has no fallback.`,
        fix: styleFix(node, 'Add Arial', { font: withCommon(font) }),
      }
    }
  },
})

function withCommon(stack: string): string {
  return `${stack}, Arial, sans-serif`.slice(0, 300)
}
