import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

export const ampLarge = defineRule({
  id: 'size.amp-large',
  severity: 'error',
  why: 'Mail clients ignore AMP parts above 200,000 bytes: all recipients then see the fallbacks.',
  remedy: 'Remove blocks from the AMP part, or limit loops.',
  doc: 'https://amp.dev/documentation/guides-and-tutorials/email/learn/email-spec/amp-email-format',
  check({ sample: { report } }) {
    const { amp_bytes: bytes = 0 } = report
    return bytes > limits.ampBytes ? [{ message: `Rendered with sample data, the AMP part has ${bytes} bytes.` }] : []
  },
})
