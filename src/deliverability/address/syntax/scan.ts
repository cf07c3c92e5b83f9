import { type Diagnosis, worseOf } from './diagnosis.ts'

/** A single-pass reader that records the worst diagnosis. */
export class Scan {
  readonly text: string
  at = 0
  diagnosis: Diagnosis = 'valid'

  constructor(text: string) {
    this.text = text
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at)
  }

  /** Records a diagnosis and continues. */
  note(diagnosis: Diagnosis): void {
    this.diagnosis = worseOf(this.diagnosis, diagnosis)
  }

  /** Records a diagnosis that ends the parsing; returns false, for the reader to return. */
  break(diagnosis: Diagnosis): false {
    this.diagnosis = diagnosis
    return false
  }
}

/** The special characters of atext (RFC 5322 3.2.3); RFC 6532 3.2 adds every non-ASCII character. */
const atextMarks = "!#$%&'*+-/=?^_`{|}~"

/** True if the character is allowed in an unquoted word. */
export function isAtext(character: string): boolean {
  return isLetterOrDigit(character) || atextMarks.includes(character) || isBeyondAscii(character)
}

/** ASCII letters and digits only. */
export function isLetterOrDigit(character: string): boolean {
  return /^[0-9A-Za-z]$/.test(character)
}

export function isBeyondAscii(character: string): boolean {
  return character > '\u007f'
}

/** ASCII controls without NUL and LF, which even the obsolete syntax does not allow bare. */
export function isObsoleteControl(character: string): boolean {
  return (character > '\u0000' && character < ' ' && character !== '\n') || character === '\u007f'
}
