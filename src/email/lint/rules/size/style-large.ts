import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

export const styleLarge = defineRule({
  id: 'size.style-large',
  severity: 'error',
  why: 'Gmail ignores a whole style element above 16 KB: no mobile styles, no web fonts, no dark mode.',
  remedy: 'Shorten the custom style sheet, or use fewer different overrides for mobile and dark mode.',
  doc: 'https://www.caniemail.com/features/html-style/',
  check: ({ sample: { report } }) =>
    report.style_bytes > limits.gmailStyleBytes
      ? [
          {
            prop: 'head.css',
            message: `The style element has ${report.style_bytes} bytes; Gmail ignores style elements above ${limits.gmailStyleBytes}.`,
          },
        ]
      : [],
})
