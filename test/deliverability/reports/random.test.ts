/** Random reports with known content, in random encodings and containers: what is read is exactly what was written. */
import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { createRandom, type Random } from '../../support/random.ts'
import { buildZip } from './build-zip.ts'
import { type KnownReport, createReport, writeXml } from './random-report.ts'
import { type ReadAggregateReport, inPiecesOf, readAll } from './read-all.ts'

type Bytes = Uint8Array<ArrayBuffer>

const encodings: Record<string, (xml: string) => Bytes> = {
  'UTF-8': (xml) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`),
  'UTF-8 without a declaration': (xml) => new TextEncoder().encode(xml),
  'UTF-8 with a byte order mark': (xml) => new TextEncoder().encode(`\ufeff<?xml version="1.0"?>${xml}`),
  'UTF-16LE': (xml) => new Uint8Array(Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${xml}`, 'utf16le')),
  'UTF-16BE': (xml) => new Uint8Array(Buffer.from(`\ufeff<?xml version="1.0"?>${xml}`, 'utf16le').swap16()),
  'ISO-8859-1': (xml) =>
    new Uint8Array(
      Buffer.from(
        `<?xml version='1.0' encoding='ISO-8859-1'?>${xml.replaceAll(/[^\0-\xff]/gu, toReference)}`,
        'latin1',
      ),
    ),
}

const containers: Record<string, (bytes: Bytes, random: Random) => Bytes> = {
  'no container': (bytes) => bytes,
  gzip: (bytes) => new Uint8Array(gzipSync(bytes)),
  'gzip and a line break': (bytes) => new Uint8Array(Buffer.concat([gzipSync(bytes), Buffer.from('\r\n')])),
  'gzip in gzip': (bytes) => new Uint8Array(gzipSync(gzipSync(bytes))),
  'gzip in two members': (bytes, random) => {
    const at = random.integer(bytes.length)
    return new Uint8Array(Buffer.concat([gzipSync(bytes.subarray(0, at)), gzipSync(bytes.subarray(at))]))
  },
  ZIP: (bytes) => buildZip([{ name: 'report.xml', content: bytes }]),
  'ZIP in ZIP': (bytes) =>
    buildZip([{ name: 'inner.zip', content: buildZip([{ name: 'r.xml', content: bytes }]), isStored: true }]),
  mail: (bytes) => mailOf(bytes),
  'gzip in a mail': (bytes) => mailOf(new Uint8Array(gzipSync(bytes))),
  'a forwarded mail': (bytes) => {
    const inner = Buffer.from(mailOf(new Uint8Array(gzipSync(bytes)))).toString('latin1')
    return new Uint8Array(
      Buffer.from(
        `From: a@b.example\r\nSubject: Fwd\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=out\r\n\r\n--out\r\nContent-Type: text/plain\r\n\r\nsee below\r\n--out\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--out--\r\n`,
        'latin1',
      ),
    )
  },
}

function toReference(character: string): string {
  return `&#${character.codePointAt(0)};`
}

function mailOf(bytes: Bytes): Bytes {
  const lines = Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  return new TextEncoder().encode(
    `From: d@r.example\r\nSubject: Report Domain: example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThis is a report.\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n--b--\r\n`,
  )
}

function expectRead(read: Awaited<ReturnType<typeof readAll>>, report: KnownReport): void {
  expect(read.rejected).toEqual([])
  expect(read.aggregate).toHaveLength(1)
  const [found] = read.aggregate as [ReadAggregateReport]
  const { header, records, summary } = found
  const messages = report.records.reduce((sum, { count }) => sum + count, 0)
  expect({
    organization: header.reporter.organization,
    reportId: header.reportId,
    begin: header.range.begin / 1000,
    end: header.range.end / 1000,
    domain: header.policy.domain,
  }).toEqual({
    organization: report.organization,
    reportId: report.reportId,
    begin: report.begin,
    end: report.end,
    domain: report.domain,
  })
  expect({ records: summary.records, messages: summary.messages, skipped: summary.skipped }).toEqual({
    records: report.records.length,
    messages,
    skipped: 0,
  })
  expect(summary.perDay.reduce((sum, each) => sum + each, 0)).toBe(messages)
  const known = records.map((record) => ({
    sourceIp: record.sourceIp,
    count: record.count,
    disposition: record.disposition,
    dkimAligned: record.dkimAligned,
    spfAligned: record.spfAligned,
    headerFrom: record.headerFrom,
    envelopeFrom: record.envelopeFrom,
    dkim: record.dkim.map(({ domain, result, selector }) => ({ domain, selector, result })),
    spf: record.spf.map(({ domain, result, scope }) => ({ domain, scope, result })),
    comment: record.overrides[0]?.comment ?? null,
  }))
  expect(known).toEqual(report.records)
  const repairs = summary.warnings.filter(({ code }) => code.startsWith('xml_') || code === 'invalid_utf8')
  expect(repairs).toEqual([])
}

describe('a random report is read as it was written', () => {
  let seed = 1
  for (const [encoding, encode] of Object.entries(encodings))
    for (const [container, pack] of Object.entries(containers))
      test(`${encoding}, ${container}`, async () => {
        for (let round = 0; round < 8; round++) {
          const random = createRandom(seed++)
          const report = createReport(random, random.pick([0, 1, 2, 20, 200]))
          const bytes = pack(encode(writeXml(report, random)), random)
          expectRead(await readAll(inPiecesOf(bytes, 1 + random.integer(random.pick([7, 1000, 100_000])))), report)
        }
      })

  test('wherever its bytes are split', async () => {
    const random = createRandom(77)
    const report = { ...createReport(random, 2), organization: 'Société 株式会社' }
    const xml = encodings['UTF-8']?.(writeXml(report, random)) ?? new Uint8Array()
    for (const bytes of [
      xml,
      new Uint8Array(gzipSync(xml)),
      encodings['UTF-16LE']?.(writeXml(report, random)) ?? xml,
    ]) {
      const whole = await readAll(bytes)
      expectRead(whole, report)
      for (let at = 1; at < bytes.length; at++) {
        const parts = async function* () {
          yield bytes.subarray(0, at)
          yield bytes.subarray(at)
        }
        const read = await readAll(parts())
        if (!Bun.deepEquals(read, whole)) expect([at, read]).toEqual([at, whole])
      }
      expect(await readAll(inPiecesOf(bytes, 1))).toEqual(whole)
    }
  })

  test('of the same content, whatever the writing, with the same hash', async () => {
    const random = createRandom(5)
    const report = createReport(random, 30)
    const hashes = new Set<string | undefined>()
    for (const pack of Object.values(containers)) {
      const xml = writeXml(report, random).replaceAll(/xmlns(?::\w+)?="[^"]*"/g, 'xmlns:q="urn:q"')
      const read = await readAll(pack(encodings['UTF-8']?.(xml) ?? new Uint8Array(), random))
      hashes.add(read.aggregate[0]?.summary.contentHash)
    }
    expect(hashes.size).toBe(1)
    const changed = {
      ...report,
      records: report.records.map((each, index) => (index === 7 ? { ...each, count: each.count + 1 } : each)),
    }
    const read = await readAll(new TextEncoder().encode(writeXml(changed, random)))
    expect(hashes.has(read.aggregate[0]?.summary.contentHash)).toBe(false)
  })
})
