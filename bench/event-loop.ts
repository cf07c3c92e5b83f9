/** The longest that a timer of a millisecond was late while something was done; milliseconds. A busy machine makes it worse. */
export async function longestBlock(work: () => Promise<void>): Promise<number> {
  let maxLength = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    maxLength = Math.max(maxLength, now - last - 1)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return maxLength
}

/** Processor time of this thread so far, milliseconds. */
export function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
