import { settingsFix } from '../../fix/change.ts'
import { languageName } from '../../model/language.ts'
import { defineRule } from '../../rule.ts'

export const languageUnknown = defineRule({
  id: 'accessibility.language-unknown',
  severity: 'error',
  why: 'Screen readers choose the pronunciation by it; with an unknown language they use the default voice.',
  remedy: 'Set the language of the email, such as en or pt-BR.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page',
  check: ({ document: { meta } }) =>
    languageName(meta.lang) === undefined
      ? [
          {
            prop: 'meta.lang',
            message: `Unknown language ${meta.lang}.`,
            fix: settingsFix('Set it to English', { meta: { lang: 'en' } }),
          },
        ]
      : [],
})
