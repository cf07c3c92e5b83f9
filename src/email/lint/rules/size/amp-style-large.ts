import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

/** Styles that make an AMP part invalid. */
export const ampStyleLarge = defineRule({
  id: 'size.amp-style-large',
  severity: 'error',
  why: 'AMP refuses styles above 75,000 bytes, and an AMP part that is not valid is not shown.',
  remedy: 'Shorten the authored style sheet, or use fewer different styles.',
  doc: 'https://amp.dev/documentation/guides-and-tutorials/learn/spec/amphtml#maximum-size',
  check: ({ sample: { report } }) =>
    report.warnings.some(({ code }) => code === 'AMP_STYLE_TOO_LARGE')
      ? [{ prop: 'head.css', message: `The styles of the AMP part have more than ${limits.ampStyleBytes} bytes.` }]
      : [],
})
