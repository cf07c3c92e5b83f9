import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

/** HTML that Gmail cuts off, counted with the samples filled in. */
export const gmailClip = defineRule({
  id: 'size.gmail-clip',
  severity: 'error',
  why: 'Gmail shows the beginning and hides the rest behind “View entire message”, the unsubscribe link with it.',
  remedy: 'Split the email, limit its loops, or take out sections. Pictures do not count, comments and styles do.',
  doc: 'https://github.com/hteumeuleu/email-bugs/issues/41',
  check: ({ sample: { report } }) =>
    report.bytes > limits.gmailClipBytes
      ? [
          {
            message: Number.isFinite(report.bytes)
              ? `Filled in, the HTML has ${report.bytes} bytes; Gmail cuts it off after ${limits.gmailClipBytes}.`
              : `Filled in, the HTML has more than ${limits.renderBytes} bytes and cannot be made at all.`,
          },
        ]
      : [],
})
