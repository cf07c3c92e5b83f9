interface Calculation {
  value: number
  isNumber: boolean
}

/** Px of a length by its unit in lower case, `%` included; undefined for a unit without meaning. */
export type ToPixels = (value: number, unit: string) => number | undefined

const maxLength = 300
const maxDepth = 20
const operand = /\s*(?:([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?|(calc|min|max|clamp)?\()/iy
// A sign without white space on both sides belongs to a number (CSS Values 4, 10.8).
const sum = /\s+([+-])\s+/y
const product = /\s*([*/])/y
const comma = /\s*,/y
const close = /\s*\)/y

/**
 * Computes `calc()`, `min()`, `max()` and `clamp()` (CSS Values 4, section 10) in px; undefined for any other text, for a
 * result that is not a length, and for units that `toPixels` does not know.
 */
export function evaluateMath(text: string, toPixels: ToPixels): number | undefined {
  if (text.length > maxLength || !text.includes('(')) return undefined
  const reader = new MathReader(text.trim(), toPixels)
  const result = reader.readOperand(0)
  if (result === undefined || result.isNumber || !reader.isAtEnd() || !Number.isFinite(result.value)) return undefined
  return result.value
}

class MathReader {
  readonly #text: string
  readonly #toPixels: ToPixels
  #at = 0

  constructor(text: string, toPixels: ToPixels) {
    this.#text = text
    this.#toPixels = toPixels
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  readOperand(depth: number): Calculation | undefined {
    const match = this.#take(operand)
    if (match === undefined || depth > maxDepth) return undefined
    const [, number, unit, name] = match
    if (number === undefined) return this.#readFunction(name?.toLowerCase() ?? 'calc', depth + 1)
    if (unit === undefined) return { value: Number(number), isNumber: true }
    const value = this.#toPixels(Number(number), unit.toLowerCase())
    return value === undefined ? undefined : { value, isNumber: false }
  }

  #readFunction(name: string, depth: number): Calculation | undefined {
    const terms: Calculation[] = []
    do {
      const term = this.#readSum(depth)
      if (term === undefined || term.isNumber !== (terms[0] ?? term).isNumber) return undefined
      terms.push(term)
    } while (this.#take(comma) !== undefined)
    const [first] = terms
    if (this.#take(close) === undefined || first === undefined) return undefined
    const values = terms.map(({ value }) => value)
    const value = resultOf(name, values)
    return value === undefined ? undefined : { value, isNumber: first.isNumber }
  }

  #readSum(depth: number): Calculation | undefined {
    let left = this.#readProduct(depth)
    for (let sign = this.#take(sum); sign !== undefined && left !== undefined; sign = this.#take(sum)) {
      const right = this.#readProduct(depth)
      if (right === undefined || right.isNumber !== left.isNumber) return undefined
      left = { ...left, value: sign[1] === '+' ? left.value + right.value : left.value - right.value }
    }
    return left
  }

  #readProduct(depth: number): Calculation | undefined {
    let left = this.readOperand(depth)
    for (let sign = this.#take(product); sign !== undefined && left !== undefined; sign = this.#take(product)) {
      const right = this.readOperand(depth)
      if (right === undefined || !(right.isNumber || (left.isNumber && sign[1] === '*'))) return undefined
      left = {
        value: sign[1] === '*' ? left.value * right.value : left.value / right.value,
        isNumber: left.isNumber && right.isNumber,
      }
    }
    return left
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match
  }
}

function resultOf(name: string, values: readonly number[]): number | undefined {
  if (name === 'min') return Math.min(...values)
  if (name === 'max') return Math.max(...values)
  const [first, middle, last] = values
  if (name === 'calc') return values.length === 1 ? first : undefined
  if (values.length !== 3 || first === undefined || middle === undefined || last === undefined) return undefined
  return Math.max(first, Math.min(middle, last))
}
