import type { ProbeOutcome } from '../probe.ts'

/** Marker of the MAIL FROM address: a private-use character, which no rule contains. */
export const ourSender = '\u{e000}'

/** A reply prepared for matching. */
export interface ReplyFacts {
  readonly code: number
  /** Empty if missing. */
  readonly enhancedCode: string
  /** True for 5xx. */
  readonly isLasting: boolean
  /** In lowercase, addresses masked. */
  readonly whole: string
  /** Without URLs, whose words concern the page and not the refusal. */
  readonly text: string
}

/** All given conditions must match; the first matching rule decides. */
export interface Rule {
  readonly outcome: ProbeOutcome
  readonly codes?: RegExp
  readonly enhanced?: RegExp
  readonly words?: RegExp
  /** Words that exclude the rule. */
  readonly unless?: RegExp
  /** Words inside URLs count too. */
  readonly inLinks?: true
  readonly only?: 'lasting' | 'passing'
}

export function isMet({ codes, enhanced, words, unless, inLinks, only }: Rule, said: ReplyFacts): boolean {
  const text = inLinks === true ? said.whole : said.text
  return (
    (only === undefined || (only === 'lasting') === said.isLasting) &&
    (codes === undefined || codes.test(String(said.code))) &&
    (enhanced === undefined || enhanced.test(said.enhancedCode)) &&
    (words === undefined || words.test(text)) &&
    unless?.test(text) !== true
  )
}
