import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fail } from '../../../kernel/errors/index.ts'

type Sign = (payload: string) => string

/** What a cursor stands for: the sort values and id of the last item of a page. */
export type CursorValue = string | number | boolean | null

const macLength = 22
const processKey = randomBytes(32)

// One process serves one installation, so its secret is set once; until then cursors hold for this process only.
let sign: Sign = (payload) => createHmac('sha256', processKey).update(payload).digest('base64url')

/** Makes cursors good for every replica that shares the signer's secret, and over restarts. */
export function signCursorsWith(signer: { sign: Sign }): void {
  sign = signer.sign
}

/**
 * An opaque cursor after the item with these sort values. `listKey` must hold all that makes two lists differ: name,
 * project, filters, sort.
 */
export function encodeCursor(values: readonly CursorValue[], listKey: string): string {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url')
  return body + macOf(body, listKey)
}

/** The values of a cursor that `encodeCursor` made for the same list. Fails with INVALID_CURSOR for any other. */
export function decodeCursor(cursor: string, listKey: string): CursorValue[] {
  const body = cursor.slice(0, -macLength)
  const given = Buffer.from(cursor.slice(-macLength))
  const expected = Buffer.from(macOf(body, listKey))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return fail('INVALID_CURSOR')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as CursorValue[]
}

function macOf(body: string, listKey: string): string {
  return sign(`cursor\n${listKey}\n${body}`).slice(0, macLength)
}
