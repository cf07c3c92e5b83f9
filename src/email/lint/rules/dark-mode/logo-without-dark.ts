import type { Block } from '../../../document/index.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

const transparent = /\.(?:png|gif|svg|webp)(?:[?#]|$)/i
const logo = /\b(?:logo|wordmark|brand)\b|logo/i

export const logoWithoutDark = defineRule({
  id: 'dark-mode.logo-without-dark',
  severity: 'hint',
  why: 'A dark logo on a transparent background is invisible when the background turns dark; images are not recolored.',
  remedy: 'Set an image for dark mode, or add a light outline or background to the logo.',
  doc: 'https://www.litmus.com/blog/the-ultimate-guide-to-dark-mode-for-email-marketers',
  *check({ document, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (!isBlock(node, 'image')) continue
      const { alt, darkSrc, src } = node as Block & { alt?: string; darkSrc?: string; src?: string }
      const asset = document.assets?.[src ?? '']
      const isRendered = asset === undefined ? transparent.test(src ?? '') : !/jpe?g/.test(asset.mime)
      const isLogo = logo.test(src ?? '') || logo.test(alt ?? '') || logo.test(node.name ?? '')
      if (!isLogo || !isRendered || (darkSrc ?? '') !== '' || asset?.darkUrl !== undefined) continue
      yield { node, prop: 'darkSrc', message: `${title(node)}: a logo without an image for dark mode.` }
    }
  },
})
