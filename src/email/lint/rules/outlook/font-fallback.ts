import { settingsFix, styleFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

const common =
  /\b(?:arial|helvetica|verdana|tahoma|georgia|times|times new roman|trebuchet ms|courier|courier new|calibri|cambria|segoe ui|consolas|palatino linotype|book antiqua|gill sans|lucida|serif|sans-serif|monospace|garamond|impact)\b/i

export const fontFallback = defineRule({
  id: 'outlook.font-fallback',
  severity: 'warning',
  why: 'If the font is not installed, Outlook on Windows uses Times New Roman.',
  remedy: 'End the font stack with a system font and a generic family: Arial, sans-serif.',
  doc: 'https://www.caniemail.com/features/css-at-font-face/',
  *check({ document, nodeContexts, title }) {
    for (const [name, font] of Object.entries(document.theme.fonts)) {
      if (common.test(font.fallback)) continue
      const fixed = { ...document.theme.fonts, [name]: { ...font, fallback: withCommon(font.fallback) } }
      const fix = settingsFix('Add Arial', { theme: { fonts: fixed } })
      yield {
        prop: `theme.fonts.${name}`,
        message: `The font ${name} has no system font as fallback.`,
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
