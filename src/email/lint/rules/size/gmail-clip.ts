import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

/** Size of the HTML with the samples filled in. */
export const gmailClip = defineRule({
  id: 'size.gmail-clip',
  severity: 'error',
  why: 'Gmail shows the beginning and hides the rest, including the unsubscribe link, behind “View entire message”.',
  remedy: 'Split the email, limit its loops, or remove sections. Image files do not count; comments and styles do.',
  doc: 'https://github.com/hteumeuleu/email-bugs/issues/41',
  check: ({ sample: { report } }) =>
    report.bytes > limits.gmailClipBytes
      ? [
          {
            message: Number.isFinite(report.bytes)
              ? `Rendered with sample data, the HTML has ${report.bytes} bytes; Gmail clips it after ${limits.gmailClipBytes}.`
              : `Rendered with sample data, the HTML exceeds ${limits.renderBytes} bytes and cannot be rendered.`,
          },
        ]
      : [],
})
