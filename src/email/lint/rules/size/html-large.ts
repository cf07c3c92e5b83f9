import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

const comfortable = 80 * 1024

export const htmlLarge = defineRule({
  id: 'size.html-large',
  severity: 'warning',
  why: 'Gmail clips emails at 102,400 bytes of HTML, and click tracking, other data or a translation add to the size.',
  remedy:
    'Split the email, or remove sections that few readers reach. Image files do not count; comments and styles do.',
  doc: 'https://github.com/hteumeuleu/email-bugs/issues/41',
  check: ({ sample: { report } }) =>
    report.bytes > comfortable && report.bytes <= limits.gmailClipBytes
      ? [
          {
            message: `Rendered with sample data, the HTML has ${report.bytes} bytes; Gmail clips it above ${limits.gmailClipBytes}.`,
          },
        ]
      : [],
})
