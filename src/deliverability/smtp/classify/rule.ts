import type { ProbeOutcome } from '../probe.ts'

/** Represents the address that we gave in MAIL: a character for private use, which no word of a rule holds. */
export const ourSender = '\u{e000}'

/** What a server said, ready to be compared. */
export interface ReplyFacts {
  readonly code: number
  /** Empty where there is none. */
  readonly enhancedCode: string
  /** A reply of the class 5. */
  readonly isLasting: boolean
  /** In lower case, addresses masked. */
  readonly whole: string
  /** The same without URLs, whose words are about the page and not about the case. */
  readonly text: string
}

/** One reason that servers give. Every part that is there has to be met; the first rule that is met decides. */
export interface Rule {
  readonly outcome: ProbeOutcome
  readonly codes?: RegExp
  readonly enhanced?: RegExp
  readonly words?: RegExp
  /** Words that speak against it. */
  readonly unless?: RegExp
  /** Words inside URLs count too. */
  readonly inLinks?: true
  readonly only?: 'lasting' | 'passing'
}

/** Whether all parts of the rule agree with what was said. */
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
