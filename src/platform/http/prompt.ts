/**
 * Marks a hook of Elysia as synchronous: otherwise Elysia guesses from the source text of the function if it must `await`.
 * The value that a `transform` returns is assigned to the context, although Elysia's types declare void; so is that of a
 * `resolve`.
 */
export function prompt<Context, Result>(
  fn: (context: Context) => unknown,
  subType?: 'transform' | 'resolve',
): (context: Context) => Result {
  return { fn, subType, isAsync: false } as never
}
