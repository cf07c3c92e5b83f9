/**
 * A hook of Elysia that is called without `await`: where it is not marked so, Elysia guesses from the text of the function. What
 * a `transform` returns is assigned to the context, though Elysia's types say void; so is what a `resolve` returns.
 */
export function prompt<Context, Result>(
  fn: (context: Context) => unknown,
  subType?: 'transform' | 'resolve',
): (context: Context) => Result {
  return { fn, subType, isAsync: false } as never
}
