import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fits, gravities } from '../../../src/email/image/index.ts'
import { cutFirst, maxSide, planTransform } from '../../../src/email/image/transform/plan.ts'

const source = { width: 200, height: 100 }
const options = { format: 'png', quality: 80 } as const

describe('both sides given, for every fit', () => {
  const cases = [
    ['contain', { width: 100, height: 100 }, [100, 50]],
    ['contain', { width: 400, height: 400 }, [400, 200]],
    ['inside', { width: 400, height: 400 }, [200, 100]],
    ['inside', { width: 50, height: 50 }, [50, 25]],
    ['fill', { width: 30, height: 70 }, [30, 70]],
    ['cover', { width: 50, height: 50 }, [50, 50]],
    ['cover', { width: 400, height: 400 }, [400, 400]],
    ['pad', { width: 100, height: 100 }, [100, 100]],
    ['contain', { width: 50 }, [50, 25]],
    ['cover', { height: 50 }, [100, 50]],
    ['inside', { width: 1000 }, [200, 100]],
    ['contain', {}, [200, 100]],
    ['contain', { width: 9000 }, [maxSide, maxSide / 2]],
    ['fill', { width: 9000, height: 4500 }, [maxSide, maxSide / 2]],
    ['contain', { width: 1 }, [1, 1]],
  ] as const
  test.each(cases)('%s %p', (fit, size, [width, height]) => {
    const plan = planTransform(source, { ...options, fit, ...size })
    expect(plan?.sheet ?? plan?.window).toMatchObject({ width, height })
  })

  test('a part is cut where the gravity is', () => {
    const at = (gravity: (typeof gravities)[number], focal?: { x: number; y: number }) =>
      planTransform(source, { ...options, fit: 'cover', width: 50, height: 50, gravity, ...(focal ? { focal } : {}) })
        ?.window.x
    expect([at('west'), at('center'), at('northeast')]).toEqual([0, 25, 50])
    expect([at('focal', { x: 0.3, y: 0 }), at('focal', { x: 1, y: 1 }), at('focal')]).toEqual([5, 50, 25])
  })

  test('a crop is taken in pixels of the source, and what lies outside is left out', () => {
    const crop = (x: number, y: number, width: number, height: number) =>
      planTransform(source, { ...options, crop: { x, y, width, height } })
    expect(crop(10, 20, 30, 40)?.cut).toEqual({ x: 10, y: 20, width: 30, height: 40 })
    expect(crop(190, 90, 50, 50)?.cut).toEqual({ x: 190, y: 90, width: 10, height: 10 })
    expect(crop(200, 0, 10, 10)).toBeUndefined()
    expect(crop(0, 100, 10, 10)).toBeUndefined()
    expect(crop(0, 0, 0, 0)).toBeUndefined()
  })
})

test('for any options, every step stays within the previous one and below the maximum side', () => {
  const side = fc.integer({ min: 1, max: 12_000 })
  const given = fc.record(
    {
      width: side,
      height: side,
      fit: fc.constantFrom(...fits),
      gravity: fc.constantFrom(...gravities),
      focal: fc.record({
        x: fc.double({ min: 0, max: 1, noNaN: true }),
        y: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      crop: fc.record({ x: fc.nat(9000), y: fc.nat(9000), width: side, height: side }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(side, side, given, (width, height, asked) => {
      const plan = planTransform({ width, height }, { ...options, ...asked })
      if (plan === undefined) return
      const { cut, scaled, window, sheet } = plan
      const isInside = (part: typeof window, whole: { width: number; height: number }) =>
        part.x >= 0 && part.y >= 0 && part.x + part.width <= whole.width && part.y + part.height <= whole.height
      expect(isInside(cut, { width, height })).toBe(true)
      expect(isInside(window, scaled)).toBe(true)
      if (sheet !== undefined) expect(isInside({ ...sheet, ...scaled }, sheet)).toBe(true)
      const result = sheet ?? window
      expect(Math.min(result.width, result.height)).toBeGreaterThanOrEqual(1)
      expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(maxSide)
      const first = cutFirst(plan)
      expect(isInside(first.cut, cut.x === 0 && cut.y === 0 ? cut : { width, height })).toBe(true)
      expect(isInside(first.window, first.scaled)).toBe(true)
      expect([first.window.width, first.window.height]).toEqual([window.width, window.height])
      const enlarged = Math.max(first.scaled.width / first.cut.width, first.scaled.height / first.cut.height) > 1
      if (enlarged) expect(first.scaled.width * first.scaled.height).toBeLessThanOrEqual(2 * maxSide ** 2)
    }),
  )
})
