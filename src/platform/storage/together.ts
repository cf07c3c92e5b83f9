/**
 * Waits for statements of one transaction that do not need each other: on Postgres they go out together and cost one way to
 * the server and back. None may rely on another having run. When one fails, the others are waited for too, since nothing
 * may come after the transaction, and what failed first is thrown: the rest fails only because that did.
 */
export async function together<T extends readonly unknown[]>(
  ...tasks: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  let failure: { error: unknown } | undefined
  const values = await Promise.all(
    tasks.map(async (task) => {
      try {
        return await task
      } catch (error) {
        failure ??= { error }
        return undefined
      }
    }),
  )
  if (failure !== undefined) throw failure.error
  return values as { -readonly [K in keyof T]: Awaited<T[K]> }
}
