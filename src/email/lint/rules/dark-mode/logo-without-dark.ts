import type { Block } from '../../../document/index.ts'
import { isBlock } from '../../node-title.ts'
import { defineRule } from '../../rule.ts'

const transparent = /\.(?:png|gif|svg|webp)(?:[?#]|$)/i
const logo = /\b(?:logo|wordmark|brand)\b|logo/i

/** Logos that may be dark on dark. */
export const logoWithoutDark = defineRule({
  id: 'dark-mode.logo-without-dark',
  severity: 'hint',
  why: 'A dark logo on nothing cannot be seen when what is behind it turns dark; pictures are not recoloured.',
  remedy: 'Give it a dark picture, or a light edge or background of its own.',
  doc: 'https://www.litmus.com/blog/the-ultimate-guide-to-dark-mode-for-email-marketers',
  *check({ document, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (!isBlock(node, 'image')) continue
      const { alt, darkSrc, src } = node as Block & { alt?: string; darkSrc?: string; src?: string }
      const asset = document.assets?.[src ?? '']
      const isRendered = asset === undefined ? transparent.test(src ?? '') : !/jpe?g/.test(asset.mime)
      const isLogo = logo.test(src ?? '') || logo.test(alt ?? '') || logo.test(node.name ?? '')
      if (!isLogo || !isRendered || (darkSrc ?? '') !== '' || asset?.darkUrl !== undefined) continue
      yield { node, prop: 'darkSrc', message: `${title(node)}: a logo without a picture for dark mode.` }
    }
  },
})
