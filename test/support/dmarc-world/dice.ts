import { type Random, createRandom } from '../random.ts'

/** Seeded random numbers in the distributions that the world uses. */
export class Dice {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = createRandom(seed * 7919 + 17)
  }

  unit(): number {
    return this.#random.next()
  }

  between(low: number, high: number): number {
    return low + this.unit() * (high - low)
  }

  /** Evenly over orders of magnitude. */
  scale(low: number, high: number): number {
    return Math.exp(this.between(Math.log(low), Math.log(high)))
  }

  int(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.unit() * from.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()))
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.unit())
  }

  poisson(mean: number): number {
    if (mean <= 0) return 0
    if (mean > 50) return Math.max(0, Math.round(this.normal(mean, Math.sqrt(mean))))
    const limit = Math.exp(-mean)
    let count = 0
    for (let product = this.unit(); product > limit; product *= this.unit()) count++
    return count
  }

  word(): string {
    const parts = [
      'ka',
      'lo',
      'mi',
      'ven',
      'tor',
      'sel',
      'bri',
      'dax',
      'fen',
      'gul',
      'hox',
      'jun',
      'nor',
      'pel',
      'qui',
      'zet',
    ]
    return Array.from({ length: this.int(2, 4) }, () => this.pick(parts)).join('')
  }

  ip(): string {
    return `${this.int(11, 222)}.${this.int(0, 255)}.${this.int(0, 255)}.${this.int(1, 254)}`
  }
}
