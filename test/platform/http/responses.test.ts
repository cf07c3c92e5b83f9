import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { failureOf } from '../../../src/platform/http/response/failures.ts'
import { CommitOutcomeUnknown } from '../../../src/platform/storage/failure.ts'
import { decodeCursor, encodeCursor } from '../../../src/platform/http/response/cursor.ts'
import { checkIfMatch, etagOf, isUnchanged } from '../../../src/platform/http/index.ts'

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    return error instanceof ServiceError ? error.apiCode : String(error)
  }
  return undefined
}

describe('a cursor', () => {
  const cursor = encodeCursor(['2026', 7, null, 'tpl_ü'], 'templates prj_a')

  test('gives its values back to the same list', () => {
    expect(decodeCursor(cursor, 'templates prj_a')).toEqual(['2026', 7, null, 'tpl_ü'])
  })

  test.each([
    ['of another list', cursor, 'templates prj_b'],
    ['cut short', cursor.slice(0, -1), 'templates prj_a'],
    ['with another body', `A${cursor.slice(1)}`, 'templates prj_a'],
    ['that is empty', '', 'templates prj_a'],
    ['that is nonsense', 'x'.repeat(1000), 'templates prj_a'],
    ['that is not ASCII', 'ключ', 'templates prj_a'],
  ])('%s is refused', (_, text, list) => {
    expect(codeOf(() => decodeCursor(text, list))).toBe('INVALID_CURSOR')
  })
})

describe('If-Match', () => {
  test.each([undefined, null, '*', ' * ', '"7"', '"3", "7"', '"3","7","a,b"'])('%p fits revision 7', (header) => {
    expect(codeOf(() => checkIfMatch(header, 7))).toBeUndefined()
  })

  test.each(['"6"', 'W/"7"', '7', '', '"', 'nonsense', '"77"'])('%p does not fit revision 7', (header) => {
    expect(codeOf(() => checkIfMatch(header, 7))).toBe('PRECONDITION_FAILED')
  })

  test('a stale tag is told the current revision', () => {
    try {
      checkIfMatch('"6"', 7)
    } catch (error) {
      expect(error).toMatchObject({ context: { extra: { revision: 7 }, headers: { etag: '"7"' } } })
    }
    expect.assertions(1)
  })
})

describe('If-None-Match', () => {
  test.each([
    ['"7"', true],
    ['W/"7"', true],
    ['*', true],
    ['"6", W/"7"', true],
    ['"6"', false],
    ['', false],
    [null, false],
  ])('%p finds revision 7 unchanged: %p', (header, unchanged) => {
    expect(isUnchanged(header, etagOf(7))).toBe(unchanged)
  })
})

describe('a storage error', () => {
  const failing = (fields: object, cause?: unknown) => Object.assign(new Error('driver says no', { cause }), fields)

  test.each([
    ['a full disk', failing({ code: 'SQLITE_FULL' }), 'STORAGE_FULL'],
    ['a full disk under drizzle', failing({}, failing({ code: 'SQLITE_FULL' })), 'STORAGE_FULL'],
    ['a full disk of Postgres', failing({ errno: '53100' }), 'STORAGE_FULL'],
    ['Postgres that is not there', failing({ code: 'ECONNREFUSED' }), 'SERVICE_UNAVAILABLE'],
    ['Postgres that went away', failing({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' }), 'SERVICE_UNAVAILABLE'],
    ['Postgres that shuts down', failing({ errno: '57P01' }), 'SERVICE_UNAVAILABLE'],
    ['a database that refuses to write', failing({ errno: '25006' }), 'SERVICE_UNAVAILABLE'],
    ['a COMMIT whose answer was lost', new CommitOutcomeUnknown(failing({})), 'WRITE_OUTCOME_UNKNOWN'],
    ['a wrong statement', failing({ errno: '42601' }), 'INTERNAL'],
    ['something that is no error', 'text', 'INTERNAL'],
  ])('%s', (_, error, code) => {
    expect(failureOf(error, 'POST').apiCode).toBe(code as never)
  })

  test('a read whose COMMIT was lost changed nothing that the caller asked for', () => {
    expect(failureOf(new CommitOutcomeUnknown(failing({})), 'GET').apiCode).toBe('SERVICE_UNAVAILABLE')
  })
})
