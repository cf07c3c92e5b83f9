import { describe, expect, test } from 'bun:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { type Question, readReply, writeQuestion } from '../../../src/platform/net/dns/packet.ts'
import type { RecordType } from '../../../src/platform/net/dns/records.ts'
import { processorMs } from '../../support/processor-time.ts'

const types: readonly RecordType[] = [
  'A',
  'AAAA',
  'CNAME',
  'NS',
  'PTR',
  'MX',
  'TXT',
  'TLSA',
  'SRV',
  'SOA',
  'CAA',
  'DNSKEY',
  'DS',
]

const question: Question = { id: 4711, name: 'a.test', type: 'MX', isSigned: false }
const reply = packet.encode({
  type: 'response',
  id: 4711,
  questions: [{ type: 'MX', name: 'a.test', class: 'IN' }],
  answers: [
    { type: 'CNAME', name: 'a.test', ttl: 60, data: 'b.test' },
    { type: 'MX', name: 'b.test', ttl: 60, data: { preference: 10, exchange: 'mx.b.test' } },
    { type: 'TXT', name: 'b.test', ttl: 60, data: ['one', 'two'] },
    { type: 'TLSA', name: 'b.test', data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) } },
  ],
  authorities: [{ type: 'SOA', name: 'test', data: { mname: 'ns.test', rname: 'root.test', serial: 1, minimum: 60 } }],
})

/** Everything that an answer may hold, whatever was sent. */
function isSound(read: ReturnType<typeof readReply>): boolean {
  if (read === undefined) return true
  const { answer } = read
  return (
    answer.ttlSeconds >= 0 && answer.ttlSeconds <= 3600 && (answer.outcome === 'found') === answer.records.length > 0
  )
}

describe('a reply', () => {
  test('with any byte changed is read or passed over, and never trusted beyond its bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(reply.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const spoiled = Buffer.from(reply)
        for (const [at, value] of changes) spoiled[at] = value
        expect(isSound(readReply(spoiled, question))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
  test('cut anywhere is passed over', () => {
    for (let end = 0; end < reply.length; end++) expect(isSound(readReply(reply.subarray(0, end), question))).toBe(true)
  })
  test('of random bytes behind a plausible header is passed over, whatever was asked', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.uint8Array({ maxLength: 600 }), (type, noise) => {
        const asked = { ...question, type }
        const head = Buffer.from(writeQuestion(asked, false))
        head.writeUInt16BE(0x8180, 2)
        head.writeUInt16BE(Math.min(20, Math.floor(noise.length / 11)), 6)
        expect(isSound(readReply(Buffer.concat([head, noise]), asked))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
  test('of names that point at each other ends', () => {
    const head = Buffer.from(writeQuestion(question, false))
    head.writeUInt16BE(0x8180, 2)
    const pointers = Buffer.concat(
      Array.from({ length: 80 }, (_, i) => Buffer.from([0xc0, 12 + i, 0, 5, 0, 1, 0, 0, 0, 9, 0, 2, 0xc0, 12])),
    )
    head.writeUInt16BE(80, 6)
    const startedAt = processorMs()
    expect(isSound(readReply(Buffer.concat([head, pointers]), question))).toBe(true)
    expect(processorMs() - startedAt).toBeLessThan(1000)
  })
  test('as large as TCP may carry is read in a moment', () => {
    const answers = Array.from({ length: 2000 }, (_, i) => ({
      type: 'MX' as const,
      name: 'a.test',
      data: { preference: i, exchange: `mx${i}.a.test` },
    }))
    const large = packet.encode({
      type: 'response',
      id: 4711,
      questions: [{ type: 'MX', name: 'a.test', class: 'IN' }],
      answers,
    })
    const startedAt = processorMs()
    expect(readReply(large, question)?.answer.records).toHaveLength(2000)
    expect(processorMs() - startedAt).toBeLessThan(2000)
  })
})
