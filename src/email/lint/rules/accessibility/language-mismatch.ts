import { settingsFix } from '../../fix/change.ts'
import { mainScript, languageName, languageOfScript, scriptsOf } from '../../model/language.ts'
import { defineRule } from '../../rule.ts'

export const languageMismatch = defineRule({
  id: 'accessibility.language-mismatch',
  severity: 'warning',
  why: 'A screen reader uses the wrong pronunciation, and mail clients offer to translate from the wrong language.',
  remedy: 'Set the language of the email.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page',
  check({ document: { meta }, values }) {
    const script = mainScript(values.texts)
    if (script === undefined || scriptsOf(meta.lang).includes(script)) return []
    const language = languageOfScript(script)
    const message = `The language is set to ${languageName(meta.lang) ?? meta.lang}, but most of the text is in ${script} script.`
    const fix =
      language === undefined
        ? undefined
        : settingsFix(`Set it to ${languageName(language)}`, { meta: { lang: language } })
    return [{ prop: 'meta.lang', message, fix }]
  },
})
