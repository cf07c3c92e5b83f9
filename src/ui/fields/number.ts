export interface Bounds {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
}

/** Parses a typed number: `12`, `12px`, `1,5`, or a sum such as `16+8`. Undefined if invalid. */
export function readNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replaceAll(',', '.')
    .replace(/(?<![a-z%])[a-z%]+$/i, '')
  if (plain === '') return undefined
  const [, left = '', sign, right = ''] = /^(-?[\d.]+)\s*(?:([-+*/])\s*([\d.]+))?$/.exec(plain) ?? []
  const first = left === '' ? Number.NaN : Number(left)
  const value = sign === undefined ? first : calculate(first, sign, Number(right))
  return Number.isFinite(value) ? value : undefined
}

/** The nearest value within the bounds and a multiple of the step. */
export function settleNumber(value: number, { min = -Infinity, max = Infinity, step = 1 }: Bounds): number {
  const whole = Math.round(value / step) * step
  const places = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step))))
  return Math.min(max, Math.max(min, Number(whole.toFixed(places))))
}

/** The number after an arrow key: one step, ten with Shift. Undefined for other keys. */
export function stepByKey(
  value: number,
  press: { key: string; shiftKey: boolean },
  bounds: Bounds,
): number | undefined {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[press.key]
  if (direction === undefined) return undefined
  const { step = 1 } = bounds
  return settleNumber(value + direction * step * (press.shiftKey ? 10 : 1), bounds)
}

/** The next or previous value of an ascending scale, for the page keys; undefined for other keys and at its ends. */
export function stepByPage(value: number, key: string, steps: readonly number[]): number | undefined {
  if (key === 'PageUp') return steps.find((step) => step > value)
  return key === 'PageDown' ? steps.findLast((step) => step < value) : undefined
}

function calculate(left: number, sign: string, right: number): number {
  if (sign === '+') return left + right
  if (sign === '-') return left - right
  return sign === '*' ? left * right : left / right
}
