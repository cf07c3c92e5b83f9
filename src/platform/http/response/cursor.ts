import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fail } from '../../../kernel/errors/index.ts'

/** The signatures of a payload under every accepted secret, the current one first. */
type Signatures = (payload: string) => readonly string[]

/** One of the values in a cursor: the sort values and id of the last item of a page. */
export type CursorValue = string | number | boolean | null

const macLength = 22
const processKey = randomBytes(32)

// A process serves one installation, so its secret is set once; before that, cursors are valid only in this process.
let signatures: Signatures = (payload) => [createHmac('sha256', processKey).update(payload).digest('base64url')]

/** Makes cursors valid on every replica that shares the signer's secret, and across restarts. */
export function signCursorsWith(signer: { signatures: Signatures }): void {
  signatures = signer.signatures
}

/**
 * An opaque cursor after the item with these sort values. `listKey` must contain everything that distinguishes two lists:
 * name, project, filters, sort.
 */
export function encodeCursor(values: readonly CursorValue[], listKey: string): string {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url')
  return body + (macsOf(body, listKey)[0] ?? '')
}

/** The values of a cursor that `encodeCursor` made for the same list. Fails with INVALID_CURSOR for any other. */
export function decodeCursor(cursor: string, listKey: string): CursorValue[] {
  const body = cursor.slice(0, -macLength)
  const given = Buffer.from(cursor.slice(-macLength))
  const fits = (mac: Buffer) => given.length === mac.length && timingSafeEqual(given, mac)
  if (!macsOf(body, listKey).some((mac) => fits(Buffer.from(mac)))) return fail('INVALID_CURSOR')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as CursorValue[]
}

function macsOf(body: string, listKey: string): string[] {
  return signatures(`cursor\n${listKey}\n${body}`).map((mac) => mac.slice(0, macLength))
}
