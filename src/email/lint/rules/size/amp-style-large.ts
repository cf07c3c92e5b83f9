import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

export const ampStyleLarge = defineRule({
  id: 'size.amp-style-large',
  severity: 'error',
  why: 'AMP rejects style sheets above 75,000 bytes, and an invalid AMP part is not shown.',
  remedy: 'Shorten the custom style sheet, or use fewer different styles.',
  doc: 'https://amp.dev/documentation/guides-and-tutorials/learn/spec/amphtml#maximum-size',
  check: ({ sample: { report } }) =>
    report.warnings.some(({ code }) => code === 'AMP_STYLE_TOO_LARGE')
      ? [{ prop: 'head.css', message: `The style sheet of the AMP part has more than ${limits.ampStyleBytes} bytes.` }]
      : [],
})
