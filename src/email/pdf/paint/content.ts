import type { Rect } from '../../layout/index.ts'

/** The operators of a page or form, in px from the top left corner of the display list (ISO 32000-2, 8.2). */
export class Content {
  readonly #lines: string[] = []

  /** Adds operators with their operands, as they are in the file. */
  put(...lines: string[]): void {
    for (const line of lines) this.#lines.push(line)
  }

  /** What is put inside leaves nothing behind: clips, colors and places are as before. */
  inside(put: () => void): void {
    this.#lines.push('q')
    put()
    this.#lines.push('Q')
  }

  /** The same for artifacts, which are not read aloud (14.8.2.2). */
  artifact(put: () => void): void {
    this.#lines.push('/Artifact BMC')
    put()
    this.#lines.push('EMC')
  }

  /** The whole as bytes. */
  bytes(): Uint8Array {
    return new TextEncoder().encode(this.#lines.join('\n'))
  }
}

/** A length with at most three decimals. */
export function num(length: number): string {
  const rounded = Math.round(length * 1000) / 1000
  return Object.is(rounded, -0) ? '0' : String(rounded)
}

/** Lengths with spaces between them. */
export function nums(...lengths: readonly number[]): string {
  return lengths.map(num).join(' ')
}

/** Numbers that are multiplied with many others, with six decimals. */
export function preciseNums(...numbers: readonly number[]): string {
  return numbers.map((one) => String(Math.round(one * 1_000_000) / 1_000_000 || 0)).join(' ')
}

/** A rectangle as a path. */
export function rectangle({ x, y, width, height }: Rect): string {
  return `${nums(x, y, width, height)} re`
}
