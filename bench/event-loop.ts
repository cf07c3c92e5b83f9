/** The longest that a timer of a millisecond was late while something was done; milliseconds. A busy machine makes it worse. */
export async function longestBlock(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 1)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

/** Processor time of this thread so far, milliseconds. */
export function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
