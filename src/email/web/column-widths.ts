/** Width demands of a column, px and percent. */
export interface ColumnContribution {
  min: number
  max: number
  /** Specified width, px. */
  px: number | undefined
  pct: number | undefined
  /**
   * Padding and border that are added to the percentage, px: in a table of fixed layout the percentage applies to the
   * content box.
   */
  inset?: number
}

/** Demands of `count` columns without cells. */
export function createContributions(count: number): ColumnContribution[] {
  return Array.from({ length: count }, () => ({ min: 0, max: 0, px: undefined, pct: undefined }))
}

/** Adds the demand of a cell to that of its column. */
export function addContribution(column: ColumnContribution, options: ColumnContribution): void {
  column.min = Math.max(column.min, options.min)
  if (options.px !== undefined) {
    // A specified width replaces the preferred width of the content.
    column.max = column.px === undefined ? Math.max(options.max, column.min) : Math.max(column.max, options.max)
    column.px = Math.max(column.px ?? 0, options.px)
  } else if (column.px === undefined) column.max = Math.max(column.max, options.max)
  column.max = Math.max(column.max, column.min)
  if (options.pct !== undefined) column.pct = Math.max(column.pct ?? 0, options.pct)
  if (options.inset !== undefined) column.inset = options.inset
}

/** Column widths in px whose sum is `width` (CSS Tables 3, section 4.5: distribution by guesses). */
export function distributeWidth(contributions: readonly ColumnContribution[], width: number): number[] {
  const minWidths = contributions.map(({ min }) => min)
  const withShares = contributions.map(({ min, pct, inset = 0 }) =>
    pct === undefined ? min : Math.max(min, (pct / 100) * width + inset),
  )
  const withStated = contributions.map((options, index) =>
    options.px === undefined ? (withShares[index] ?? 0) : statedOf(options, withShares[index]),
  )
  const maxWidths = contributions.map(({ pct, max }, index) => (pct === undefined ? max : (withShares[index] ?? 0)))
  const guesses = [
    minWidths,
    withShares,
    withStated,
    maxWidths.map((one, index) => Math.max(one, withStated[index] ?? 0)),
  ]
  let below = guesses[0] as number[]
  if (width <= sum(below)) return below
  for (const guess of guesses.slice(1)) {
    const [low, high] = [sum(below), sum(guess)]
    if (width <= high) {
      const share = high === low ? 0 : (width - low) / (high - low)
      return guess.map((one, index) => (below[index] ?? 0) + (one - (below[index] ?? 0)) * share)
    }
    below = guess
  }
  return addExcess(contributions, below, width - sum(below))
}

/** Px, without padding and border of the table. */
export function desiredWidth(contributions: readonly ColumnContribution[]): number {
  const plain = sum(contributions.map(({ max }) => max))
  const shares = sum(contributions.map(({ pct = 0 }) => pct))
  const others = sum(contributions.filter(({ pct }) => pct === undefined).map(({ max }) => max))
  const byShare = Math.max(
    0,
    ...contributions.map(({ pct, max }) => (pct === undefined || pct === 0 ? 0 : (max * 100) / pct)),
  )
  const byRest = shares > 0 && shares < 100 ? (others * 100) / (100 - shares) : 0
  return Math.max(plain, Math.min(byShare, 20_000), Math.min(byRest, 20_000))
}

function statedOf({ max, pct }: ColumnContribution, share: number | undefined): number {
  return pct === undefined ? max : (share ?? 0)
}

function addExcess(contributions: readonly ColumnContribution[], widths: readonly number[], excess: number): number[] {
  const free = contributions.map(({ px, pct }) => px === undefined && pct === undefined)
  const stated = contributions.map(({ px, pct }) => px !== undefined && pct === undefined)
  const shared = contributions.map(({ pct }) => pct !== undefined && pct > 0)
  const weights = [
    contributions.map(({ max }, index) => (free[index] ? max : 0)),
    free.map((isFree) => (isFree ? 1 : 0)),
    contributions.map(({ max }, index) => (stated[index] ? max : 0)),
    widths.map((width, index) => (shared[index] ? width : 0)),
    contributions.map(() => 1),
  ].find((each) => sum(each) > 0) as number[]
  const whole = sum(weights)
  return widths.map((width, index) => width + (excess * (weights[index] ?? 0)) / whole)
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const one of numbers) total += one
  return total
}
