import { settingsFix } from '../../fix/change.ts'
import { isRightToLeft, mainScript } from '../../model/language.ts'
import { defineRule } from '../../rule.ts'

export const direction = defineRule({
  id: 'accessibility.direction',
  severity: 'error',
  why: 'Punctuation, numbers and lists appear on the wrong side, and columns in the wrong order.',
  remedy:
    'Set the direction to right to left for Arabic, Hebrew, Persian and Urdu; otherwise to left to right, or by language.',
  doc: 'https://www.w3.org/International/questions/qa-html-dir',
  check({ document: { meta }, values }) {
    const script = mainScript(values.texts)
    const wanted = isRightToLeft(meta.lang, script)
    if (wanted === (meta.dir === 'rtl')) return []
    const dir = wanted ? 'rtl' : 'ltr'
    const message = wanted
      ? 'The text is right-to-left, the email is not.'
      : 'The text is left-to-right, the email is not.'
    return [{ prop: 'meta.dir', message, fix: settingsFix('Reverse the direction', { meta: { dir } }) }]
  },
})
