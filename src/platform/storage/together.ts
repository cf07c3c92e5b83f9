/**
 * Runs independent statements of one transaction: on Postgres they are pipelined and cost one round trip. None may depend on
 * another. If one fails, the others are still awaited, since no statement may run after the transaction, and the first error
 * is thrown: the other errors follow from it.
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
