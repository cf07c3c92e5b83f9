import { limits } from '../../../../kernel/limits.ts'
import { defineRule } from '../../rule.ts'

/** An AMP part that mail clients leave out. */
export const ampLarge = defineRule({
  id: 'size.amp-large',
  severity: 'error',
  why: 'Mail clients take no AMP part above 200,000 bytes: everybody then sees the fallbacks.',
  remedy: 'Leave blocks out of the AMP part, or limit loops.',
  doc: 'https://amp.dev/documentation/guides-and-tutorials/email/learn/email-spec/amp-email-format',
  check({ sample: { report } }) {
    const { amp_bytes: bytes = 0 } = report
    return bytes > limits.ampBytes ? [{ message: `Filled in, the AMP part has ${bytes} bytes.` }] : []
  },
})
