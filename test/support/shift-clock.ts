/**
 * For `bun --preload`: this process's clock is ahead of the host's by `TEST_CLOCK_AHEAD_MS` milliseconds, or behind when
 * that is negative. Monotonic time is left as it is.
 */
const aheadMs = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0)
const HostDate = Date

class ShiftedDate extends HostDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(HostDate.now() + aheadMs)
    else super(...(given as [number]))
  }

  static override now(): number {
    return HostDate.now() + aheadMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
