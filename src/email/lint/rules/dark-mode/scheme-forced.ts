import { defineRule } from '../../rule.ts'

export const schemeForced = defineRule({
  id: 'dark-mode.scheme-forced',
  severity: 'hint',
  why: '“light only” works in few mail clients; the others darken the email anyway, without its declared dark colors.',
  remedy: 'Remove color-scheme from the style sheet; the email declares both schemes.',
  doc: 'https://www.caniemail.com/features/css-color-scheme/',
  check: ({ sheet }) =>
    sheet?.rules.some(({ declarations }) =>
      declarations.some(({ property, value }) => /color-scheme/.test(property) && !/dark/.test(value)),
    ) === true
      ? [{ prop: 'head.css', message: 'The style sheet declares a color scheme without dark.' }]
      : [],
})
