import { defineRule } from '../../rule.ts'

// The terms that published filter rules and complaint studies list most, limited to unambiguous ones: money, urgency,
// medicine, chance.
const words =
  /\b(?:100% free|act now|as seen on|buy now|cash bonus|cheap|click below|congratulations|credit card offers?|dear friend|double your|earn (?:money|\$|€)|extra income|for free|free access|free gift|free money|guaranteed|increase sales|limited time|lowest price|make money|miracle|money back|no cost|no credit check|no obligation|once in a lifetime|order now|risk[- ]free|special promotion|this is not spam|urgent|viagra|weight loss|while supplies last|winner|work from home|you have been selected|100 % gratis|jetzt zugreifen|gratuit|garantie[rs]?)\b/gi

const many = 3

export const spamWords = defineRule({
  id: 'inbox.spam-words',
  severity: 'hint',
  why: 'No single word makes an email spam; several, or one in the subject, raise the score of an unknown sender.',
  remedy: 'Rephrase. For senders with a good reputation it hardly matters.',
  doc: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  check({ document: { meta }, values }) {
    const inSubject = [...new Set((meta.subject ?? '').toLowerCase().match(words) ?? [])]
    const text = values.texts
      .map((one) => one.text)
      .join('\n')
      .slice(0, 200_000)
    const all = [...new Set(text.toLowerCase().match(words) ?? [])]
    if (inSubject.length > 0) return [{ prop: 'meta.subject', message: `The subject contains ${list(inSubject)}.` }]
    return all.length >= many ? [{ message: `The email contains ${list(all)}.` }] : []
  },
})

function list(found: readonly string[]): string {
  return found
    .slice(0, 6)
    .map((word) => `“${word}”`)
    .join(', ')
}
