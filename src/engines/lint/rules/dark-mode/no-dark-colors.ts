import { androidDark } from '../../color/dark-schemes.ts'
import { hexOf, readColor, white } from '../../color/color.ts'
import { lightnessOf } from '../../color/lightness.ts'
import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

/** An email that has nothing to say about dark mode. */
export const noDarkColors = defineRule({
  id: 'dark-mode.no-dark-colors',
  severity: 'hint',
  why: 'A white email dazzles at night; and what the email does not say each mail client makes up itself.',
  remedy: 'Give the colours of the theme dark values.',
  doc: 'https://www.caniemail.com/features/css-at-media-prefers-color-scheme/',
  check({ document, sheet, spots }) {
    const { body, theme } = document
    const colors = Object.entries(theme.colors)
    const isSaid =
      colors.some(([, { dark }]) => dark !== undefined) ||
      body.dark !== undefined ||
      spots.some(({ node }) => node.dark !== undefined) ||
      sheet?.blocks.some((block) => block.includes('prefers-color-scheme')) === true
    if (isSaid || spots.length === 0) return []
    const dark = Object.fromEntries(
      colors.map(([name, color]) => [name, { light: color.light, dark: darkened(color.light) }]),
    )
    const fix = colors.length === 0 ? undefined : settingsFix('Add dark values', { theme: { colors: dark } })
    return [{ prop: 'theme.colors', message: 'Nothing in the email has a colour for dark mode.', fix }]
  },
})

// Light colours are taken for papers, dark ones for inks.
function darkened(light: string): string {
  const color = readColor(light)
  if (color === undefined || color.a < 1) return '#1f1f1f'
  const shown = androidDark({ color, background: color })
  return hexOf(lightnessOf(color) > 50 ? shown.background : lightnessOf(color) < 50 ? shown.color : white)
}
