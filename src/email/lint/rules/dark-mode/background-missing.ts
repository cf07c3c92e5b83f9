import { lightnessOf } from '../../color/color.ts'
import { settingsFix } from '../../fix/change.ts'
import { distinctTexts } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

export const backgroundMissing = defineRule({
  id: 'dark-mode.background-missing',
  severity: 'warning',
  why: 'Where nothing has a background the mail client’s own shows, which is nearly black at night, and the text stays dark.',
  remedy: 'Give the body a background color, or the text a dark mode color.',
  doc: 'https://www.caniemail.com/features/html-meta-color-scheme/',
  check({ page, title }) {
    const first = distinctTexts(page).find(
      ({ paint }) => paint.isBare && !paint.isOverImage && lightnessOf(paint.darkColor ?? paint.color) < 50,
    )
    if (first === undefined) return []
    const message = `${title(first.node)}: dark text has no background.`
    return [
      { node: first.node, message, fix: settingsFix('Make the background white', { body: { background: '#ffffff' } }) },
    ]
  },
})
