import { type PartContent, findRemains, hasUnsubscribeLink, likenessOf } from '../../../../email/amp/index.ts'
import type { CheckedMessage } from '../message.ts'
import { type Check, failed, passed, unmeasured, warned } from './check.ts'

/** Minimum share of shared words; below it the fallback is another email. */
const minLikeness = 0.4

/** What recipients see: remains of production, the fallback, and the link to unsubscribe. */
export function checkContent(message: CheckedMessage, { amp, html }: { amp: PartContent; html: PartContent }): Check[] {
  return [
    evaluateFallback(message, html),
    evaluateLikeness(amp, html),
    evaluateRemains(message, { amp, html }),
    evaluateUnsubscribe({ amp, html }),
  ]
}

function evaluateFallback({ text }: CheckedMessage, html: PartContent): Check {
  if (html.text.trim() === '' && html.links.length === 0)
    return failed('content.fallback', 'The HTML part shows nothing.', 'Send the same content as HTML.')
  if (text.trim() === '')
    return warned('content.fallback', 'There is no plain text.', 'Send a plain-text version as well.')
  return passed('content.fallback', 'There are an HTML and a plain-text fallback.')
}

function evaluateLikeness(amp: PartContent, html: PartContent): Check {
  const likeness = likenessOf(`${amp.text} ${withoutTags(amp.templateText)}`, html.text)
  const fix = 'Show the same content in both; providers compare them when they review the example.'
  if (likeness === undefined)
    return unmeasured('content.likeness', 'A part has too few words to compare it with the other one.')
  const percent = `${Math.round(likeness * 100)} %`
  if (likeness < minLikeness)
    return failed('content.likeness', `The AMP part and the HTML share only ${percent} of their words.`, fix)
  return passed('content.likeness', `The AMP part and the HTML share ${percent} of their words.`)
}

function withoutTags(template: string): string {
  return template.replaceAll(/\{\{[^{}]{0,200}\}\}/g, ' ')
}

function evaluateRemains(
  { subject, text }: CheckedMessage,
  { amp, html }: { amp: PartContent; html: PartContent },
): Check {
  const searched = [
    ['subject', subject],
    ['AMP part', amp.text],
    ['HTML', html.text],
    ['plain text', text],
    ...[...amp.links, ...html.links].map(({ href }) => ['URL of a link', href] as const),
  ] as const
  for (const [where, value] of searched) {
    const remains = findRemains(value)
    if (remains === undefined) continue
    const meaning = { tag: 'is a merge tag', placeholder: 'is a placeholder', test: 'marks a test' }[remains.kind]
    return failed(
      'content.remains',
      `“${remains.found}” in the ${where} ${meaning}.`,
      'Send a real email of production, with all values filled in.',
    )
  }
  return passed('content.remains', 'No merge tag, placeholder or mark of a test was found.')
}

function evaluateUnsubscribe({ amp, html }: { amp: PartContent; html: PartContent }): Check {
  const missing = [...(hasUnsubscribeLink(amp) ? [] : ['AMP part']), ...(hasUnsubscribeLink(html) ? [] : ['HTML'])]
  return missing.length === 0
    ? passed('unsubscribe.link', 'Both parts have a link to unsubscribe.')
    : warned(
        'unsubscribe.link',
        `There is no visible link to unsubscribe in the ${missing.join(' and the ')}.`,
        'Add one to marketing mail; transactional mail does not need it.',
      )
}
