import { settingsFix } from '../../fix/change.ts'
import { mainScript, languageName, languageOfScript, scriptsOf } from '../../model/language.ts'
import { defineRule } from '../../rule.ts'

/** Words in another script than the language is written in. */
export const languageMismatch = defineRule({
  id: 'accessibility.language-mismatch',
  severity: 'warning',
  why: 'A screen reader speaks the words with the voice of the wrong language, and mail clients offer to translate from it.',
  remedy: 'Set meta.lang to the language that the email is written in.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page',
  check({ document: { meta }, values }) {
    const script = mainScript(values.texts)
    if (script === undefined || scriptsOf(meta.lang).includes(script)) return []
    const language = languageOfScript(script)
    const message = `The email is said to be in ${languageName(meta.lang) ?? meta.lang}, but most of it is written in ${script} script.`
    const fix =
      language === undefined
        ? undefined
        : settingsFix(`Set it to ${languageName(language)}`, { meta: { lang: language } })
    return [{ prop: 'meta.lang', message, fix }]
  },
})
