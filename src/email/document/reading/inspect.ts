import { limits } from '../../../kernel/limits.ts'
import { type Reading, isRecord } from './reading.ts'

// Every JSON value takes at least two bytes including its comma.
const maxValues = limits.documentBytes / 2

/**
 * Validates that the input is plain JSON data that every storage accepts: no cycles, depth and size within limits, no NUL,
 * no lone surrogates, no `__proto__`. Adds issues; returns an upper bound of its size as compact JSON, in bytes.
 */
export function inspect(input: unknown, reading: Reading): number {
  const inspector = new Inspector(reading)
  inspector.visit(input, 0)
  return inspector.bytes
}

class Inspector {
  bytes = 0
  private values = 0
  private stopped = false
  private readonly reading: Reading

  constructor(reading: Reading) {
    this.reading = reading
  }

  visit(value: unknown, depth: number): void {
    if (++this.values > maxValues)
      return this.stop(`The document is larger than ${limits.documentBytes} bytes, or refers to itself`, true)
    switch (typeof value) {
      case 'string':
        return this.text(value)
      case 'number':
        this.bytes += 24
        if (!Number.isFinite(value)) this.reading.problem('expected a finite number')
        return
      case 'boolean':
      case 'undefined':
        this.bytes += 6
        return
      case 'object':
        if (value === null) this.bytes += 5
        else this.container(value, depth)
        return
      default:
        this.reading.problem(`a ${typeof value} cannot be serialized as JSON`)
    }
  }

  private container(value: object, depth: number): void {
    if (depth >= limits.jsonDepth) return this.stop(`nests deeper than ${limits.jsonDepth} levels, or refers to itself`)
    this.bytes += 3
    if (Array.isArray(value)) this.items(value, depth)
    else if (isPlain(value)) this.members(value, depth)
    else this.reading.problem('expected a plain object, list, string, number, true, false or null')
  }

  private items(value: readonly unknown[], depth: number): void {
    const { path } = this.reading
    const at = path.push(0) - 1
    for (let index = 0; index < value.length && !this.stopped; index++) {
      path[at] = index
      this.visit(value[index], depth + 1)
    }
    path.pop()
  }

  private members(value: object, depth: number): void {
    const { path } = this.reading
    const at = path.push('') - 1
    for (const key of Object.keys(value)) {
      if (this.stopped) break
      path[at] = key
      if (key === '__proto__') this.reading.problem('the name __proto__ is not allowed')
      this.text(key)
      this.visit((value as Record<string, unknown>)[key], depth + 1)
    }
    path.pop()
  }

  // An escaped character takes at most six bytes, and UTF-8 is never longer.
  private text(value: string): void {
    this.bytes += value.length * 6 + 3
    if (!value.isWellFormed()) this.reading.problem('contains a lone surrogate; send well-formed Unicode')
    if (value.includes('\0')) this.reading.problem('contains a NUL character')
  }

  private stop(message: string, isTooLarge = false): void {
    if (!this.stopped) {
      if (isTooLarge) this.reading.tooLarge(message)
      else this.reading.problem(message)
    }
    this.stopped = true
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Objects of another realm, such as a frame's, have another Object.prototype.
  return (
    prototype === null ||
    prototype === Object.prototype ||
    (isRecord(prototype) && Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty'))
  )
}
