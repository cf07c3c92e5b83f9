import { type Diagnosis, worseOf } from './diagnosis.ts'

/** A text that is read once from its beginning to its end, with the worst that was seen on the way. */
export class Scan {
  readonly text: string
  at = 0
  diagnosis: Diagnosis = 'valid'

  constructor(text: string) {
    this.text = text
  }

  /** The character to be read next; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at)
  }

  /** Caches something that does not end the reading. */
  note(diagnosis: Diagnosis): void {
    this.diagnosis = worseOf(this.diagnosis, diagnosis)
  }

  /** Caches what ends the reading; always false, for the reader to return. */
  break(diagnosis: Diagnosis): false {
    this.diagnosis = diagnosis
    return false
  }
}

/** What of atext (RFC 5322 3.2.3) is not a letter or digit; beyond ASCII, RFC 6532 3.2 takes every character. */
const atextMarks = "!#$%&'*+-/=?^_`{|}~"

/** True if the character is allowed in a word without quotes. */
export function isAtext(character: string): boolean {
  return isLetterOrDigit(character) || atextMarks.includes(character) || isBeyondAscii(character)
}

/** True if it is a letter or a digit of ASCII. */
export function isLetterOrDigit(character: string): boolean {
  return /^[0-9A-Za-z]$/.test(character)
}

/** True if it lies outside ASCII. */
export function isBeyondAscii(character: string): boolean {
  return character > '\u007f'
}

/** True if it is a control character of ASCII, without the line feed and NUL that not even obsolete syntax has bare. */
export function isObsoleteControl(character: string): boolean {
  return (character > '\u0000' && character < ' ' && character !== '\n') || character === '\u007f'
}
