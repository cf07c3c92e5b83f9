/** One page of one browser engine, driven by real input, as far as the walks of the editor need it. */

/** Keys by name, and the code points of WebDriver (WebDriver 17.4.2). */
const named: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F6: '\uE036',
}

export interface Point {
  x: number
  y: number
}

export interface Engine {
  open(url: string): Promise<void>
  /** The JSON of an expression, which may be a promise. */
  evaluate(expression: string): Promise<unknown>
  /** A press and release of the main button. */
  click(at: Point, count?: number): Promise<void>
  drag(from: Point, to: Point): Promise<void>
  /** Letters, one key each. */
  type(text: string): Promise<void>
  /** A key with its modifiers, such as `Control+Shift+z`. */
  press(keys: string): Promise<void>
  close(): Promise<void>
}

/** An action sequence of an input source; WebDriver and BiDi have the same. */
export type Actions = readonly object[]

const pointer = (actions: readonly object[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
})
const move = ({ x, y }: Point) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration: 0,
  origin: 'viewport',
})
const down = { type: 'pointerDown', button: 0 }
const up = { type: 'pointerUp', button: 0 }

/** Input by the actions of WebDriver. */
export function inputBy(
  perform: (actions: Actions) => Promise<void>,
): Pick<Engine, 'click' | 'drag' | 'type' | 'press'> {
  const keys = (actions: readonly object[]) => perform([{ type: 'key', id: 'keyboard', actions }])
  return {
    click: (at, count = 1) => perform([pointer([move(at), ...Array.from({ length: count }, () => [down, up]).flat()])]),
    async drag(from, to) {
      const steps = [0.1, 0.3, 0.6, 0.9, 1].map((share) =>
        move({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }),
      )
      await perform([pointer([move(from), down, ...steps, move({ x: to.x + 1, y: to.y }), move(to)])])
      await perform([pointer([up])])
    },
    type: (text) =>
      keys(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    press(combination) {
      const values = combination.split('+').map((key) => named[key] ?? key)
      return keys([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ])
    },
  }
}
