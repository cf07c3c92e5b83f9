// White space and what no font renders: format characters, and the joiner that pads preview texts.
const unseen = /(?:[\s\p{Cf}\u115f\u1160\u3164]|\u034f)+/gu
const blank = /^(?:[\s\p{Cf}\u115f\u1160\u3164]|\u034f)*$/u

/** Whether nobody sees anything of a text. */
export function isBlank(text: string): boolean {
  return blank.test(text)
}

/** The text with one space wherever nothing is seen. */
export function withoutBlanks(text: string): string {
  return text.replace(unseen, ' ').trim()
}
