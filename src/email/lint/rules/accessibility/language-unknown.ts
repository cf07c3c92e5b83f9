import { settingsFix } from '../../fix/change.ts'
import { languageName } from '../../model/language.ts'
import { defineRule } from '../../rule.ts'

/** A language that is none. */
export const languageUnknown = defineRule({
  id: 'accessibility.language-unknown',
  severity: 'error',
  why: 'Screen readers choose their voice by it; with an unknown one they read the words in whatever voice is set.',
  remedy: 'Set meta.lang to the language of the email, such as en or pt-BR.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page',
  check: ({ document: { meta } }) =>
    languageName(meta.lang) === undefined
      ? [
          {
            prop: 'meta.lang',
            message: `The language ${meta.lang} is not known.`,
            fix: settingsFix('Set it to English', { meta: { lang: 'en' } }),
          },
        ]
      : [],
})
