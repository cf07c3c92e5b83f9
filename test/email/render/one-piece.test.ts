import { expect, test } from 'bun:test'
import { isRope } from 'bun:jsc'
import { rowFrame } from '../../../src/email/render/html/frame.ts'
import { paddingDeclaration, px } from '../../../src/email/render/style/declarations.ts'
import { inOnePiece } from '../../../src/email/render/style/one-piece.ts'

test('a flattened string is the same text, and stays flat in optimized code', () => {
  let parted = 0
  for (let at = 0; at < 20_000; at++) {
    const whole = inOnePiece(`letter-spacing:${at}px`)
    if (isRope(whole)) parted++
    if (whole.length !== 17 + String(at).length) throw new Error(whole)
  }
  expect(parted).toBe(0)
  expect(inOnePiece('')).toBe('')
  expect(inOnePiece(`color:${'#1f2328'};width:100%`)).toBe('color:#1f2328;width:100%')
})

test('cached lengths, paddings and frames are flat strings', () => {
  expect(isRope(px(24))).toBe(false)
  const padding = paddingDeclaration([8, 24, 16, 25])
  expect(padding).toBe('padding:8px 24px 16px 25px')
  expect(isRope(padding)).toBe(false)
  expect(isRope(rowFrame(600, 'center').whole)).toBe(false)
})
