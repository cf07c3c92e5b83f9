import type { Rect } from '../../layout/index.ts'

/** Content stream of a page or form, in px from the top left corner of the display list (ISO 32000-2, 8.2). */
export class Content {
  readonly #lines: string[] = []

  /** Appends operators with their operands, in the syntax of the file. */
  put(...lines: string[]): void {
    for (const line of lines) this.#lines.push(line)
  }

  /** Wraps operators in q and Q: clips, colors and transformations are restored afterwards. */
  inside(put: () => void): void {
    this.#lines.push('q')
    put()
    this.#lines.push('Q')
  }

  /** Like `inside`, marked as an artifact, which screen readers skip (14.8.2.2). */
  artifact(put: () => void): void {
    this.#lines.push('/Artifact BMC')
    put()
    this.#lines.push('EMC')
  }

  bytes(): Uint8Array {
    return new TextEncoder().encode(this.#lines.join('\n'))
  }
}

/** At most three decimals. */
export function num(length: number): string {
  const rounded = Math.round(length * 1000) / 1000
  return Object.is(rounded, -0) ? '0' : String(rounded)
}

export function nums(...lengths: readonly number[]): string {
  return lengths.map(num).join(' ')
}

/** Six decimals, for coefficients of matrices. */
export function preciseNums(...numbers: readonly number[]): string {
  return numbers.map((one) => String(Math.round(one * 1_000_000) / 1_000_000 || 0)).join(' ')
}

export function rectangle({ x, y, width, height }: Rect): string {
  return `${nums(x, y, width, height)} re`
}
