import type { Theme } from '../../../document/index.ts'
import type { LintContext } from '../../context.ts'
import { contrast, minContrast, hexOf, readColor, white, lightnessOf } from '../../color/color.ts'
import { androidDark, outlookComDark, ownDark } from '../../color/dark-schemes.ts'
import { settingsFix } from '../../fix/change.ts'
import { distinctTexts } from '../../model/node-styles.ts'
import { readPage } from '../../page/read-page.ts'
import { defineRule } from '../../rule.ts'

/** Larger emails are not rendered a second time. */
const maxBytes = 200 * 1024

export const noDarkColors = defineRule({
  id: 'dark-mode.no-dark-colors',
  severity: 'hint',
  why: 'A white email is glaring in dark mode, and each mail client changes undeclared colors differently.',
  remedy: 'Set dark mode values for the colors of the theme.',
  doc: 'https://www.caniemail.com/features/css-at-media-prefers-color-scheme/',
  check(context) {
    const { document, sheet, nodeContexts } = context
    const { body, theme } = document
    const colors = Object.entries(theme.colors)
    const isStated =
      colors.some(([, { dark }]) => dark !== undefined) ||
      body.dark !== undefined ||
      nodeContexts.some(({ node }) => node.dark !== undefined) ||
      sheet?.blocks.some((block) => block.includes('prefers-color-scheme')) === true
    if (isStated || nodeContexts.length === 0) return []
    const dark = Object.fromEntries(
      colors.map(([name, color]) => [name, { light: color.light, dark: darkened(color.light) }]),
    )
    const isReadable = colors.length > 0 && readsInDark(context, dark)
    const fix = !isReadable ? undefined : settingsFix('Add dark values', { theme: { colors: dark } })
    return [{ prop: 'theme.colors', message: 'The email has no dark mode colors.', fix }]
  },
})

// Light colors are treated as backgrounds, dark ones as text colors.
function darkened(light: string): string {
  const color = readColor(light)
  if (color === undefined || color.a < 1) return '#1f1f1f'
  const shown = androidDark({ color, background: color })
  return hexOf(lightnessOf(color) > 50 ? shown.background : lightnessOf(color) < 50 ? shown.color : white)
}

// Other colors of the email stay unchanged and may not match the darkened theme, so the result is rendered and checked.
function readsInDark({ document, options, sample, nodeContexts }: LintContext, colors: Theme['colors']): boolean {
  if (sample.report.bytes > maxBytes) return false
  const nodes = new Map(nodeContexts.map(({ node }) => [node.id, node]))
  const { blocks, cdnUrl = '' } = options
  const page = readPage({ ...document, theme: { ...document.theme, colors } }, { blocks, cdnUrl, nodes })
  return distinctTexts(page).every(({ paint }) => {
    if (paint.isOverImage || (paint.darkColor === undefined && paint.darkBackground === undefined)) return true
    const min = minContrast(paint.size, paint.weight)
    return [ownDark(paint), outlookComDark(paint)].every(
      (shown) => shown === undefined || contrast(shown.color, shown.background) >= min,
    )
  })
}
