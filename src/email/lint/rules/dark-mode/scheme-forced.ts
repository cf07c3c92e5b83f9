import { defineRule } from '../../rule.ts'

/** Authored CSS that forbids dark mode. */
export const schemeForced = defineRule({
  id: 'dark-mode.scheme-forced',
  severity: 'hint',
  why: '“light only” holds in few mail clients; the others darken the email anyway, then without the dark colours it names.',
  remedy: 'Take color-scheme out of the style sheet; the email declares both.',
  doc: 'https://www.caniemail.com/features/css-color-scheme/',
  check: ({ sheet }) =>
    sheet?.rules.some(({ declarations }) =>
      declarations.some(({ property, value }) => /color-scheme/.test(property) && !/dark/.test(value)),
    ) === true
      ? [{ prop: 'head.css', message: 'The style sheet declares a colour scheme without dark.' }]
      : [],
})
