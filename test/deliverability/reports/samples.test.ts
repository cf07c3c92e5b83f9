/** The samples of quirks that reporters send, and of hostile input, each with its expected outcome (MANIFEST.json). */
import { describe, expect, test } from 'bun:test'
import { publishedFile } from '../../support/published-data.ts'
import { codesOf, readAll } from './read-all.ts'

interface Expected {
  status: 'accepted' | 'rejected' | 'duplicate' | 'quarantined'
  code?: string
  records?: number
  records_skipped?: number
  messages?: number
  reports?: number
  warnings?: string[]
  [fact: string]: unknown
}

const folder = 'dmarc-samples/synthetic'
const manifest = publishedFile(`${folder}/MANIFEST.json`)
const { fixtures } = JSON.parse(manifest?.toString() ?? '{"fixtures":[]}') as {
  fixtures: { file: string; expect: Expected; why: string }[]
}

/** Names of warnings that differ from the proposed ones, and one that only the storage of reports can give. */
const renamed: Record<string, string | undefined> = {
  'charset_windows-1252': 'charset:windows-1252',
  report_id_synthesised: 'report_id_missing',
  report_id_reused: undefined,
}

describe('samples of reports', () => {
  for (const { expect: expected, file, why } of fixtures)
    test(`${file}: ${why}`, async () => {
      const read = await readAll(publishedFile(`${folder}/${file}`) ?? new Uint8Array())
      if (expected.status === 'rejected') {
        expect({ ...read, rejected: read.rejected.map(({ code }) => code) }).toEqual({
          aggregate: [],
          failures: [],
          tls: [],
          rejected: [expected.code as never],
        })
        return
      }
      expect(read.rejected).toEqual([])
      const reports = read.aggregate
      expect(reports).toHaveLength(expected.reports ?? 1)
      const sum = (count: (report: (typeof reports)[number]) => number) =>
        reports.reduce((total, report) => total + count(report), 0)
      if (expected.records !== undefined) expect(sum(({ records }) => records.length)).toBe(expected.records)
      if (expected.messages !== undefined) expect(sum(({ summary }) => summary.messages)).toBe(expected.messages)
      if (expected.records_skipped !== undefined && file !== 'q43-truncated.xml')
        expect(sum(({ summary }) => summary.skipped)).toBe(expected.records_skipped)
      if (expected.warnings !== undefined)
        expect(reports.flatMap(({ summary }) => codesOf(summary))).toEqual(
          expected.warnings.flatMap((code) => (code in renamed ? (renamed[code] ?? []) : code)),
        )
      for (const { records, summary } of reports) {
        expect(records).toHaveLength(summary.records)
        expect(records.reduce((total, { count }) => total + count, 0)).toBe(summary.messages)
        expect(summary.perDay.reduce((total, count) => total + count, 0)).toBe(summary.messages)
      }
      const [first] = reports
      const [record] = first?.records ?? []
      const facts: Record<string, unknown> = {
        org_name: first?.header.reporter.organization,
        variant: first?.header.variant,
        disposition: record?.disposition,
        testing: first?.header.policy.testing,
        p: first?.header.policy.p,
        np: first?.header.policy.np,
        discovery_method: first?.header.policy.discoveryMethod,
        dkim: record?.dkimAligned === true ? 'pass' : 'fail',
        spf: record?.spfAligned === true ? 'pass' : 'fail',
        override_reasons: record?.overrides.length,
        begin: (first?.header.range.begin ?? 0) / 1000,
        daily_buckets: first?.summary.perDay,
        ips: first?.records.map(({ sourceIp }) => sourceIp),
        report_id: first?.header.reportId,
        dkim_results: record?.dkim.length,
      }
      for (const [name, value] of Object.entries(expected))
        if (name in facts) expect([name, facts[name]]).toEqual([name, value])
    })

  test.if(manifest !== undefined)('a report that is sent again has the same content, others have not', async () => {
    const hashOf = async (name: string) => {
      const read = await readAll(publishedFile(`${folder}/${name}`) ?? new Uint8Array())
      return read.aggregate.map(({ summary }) => summary.contentHash)
    }
    const original = await hashOf('q38-same-id-other-range-a.xml')
    expect(await hashOf('q39-exact-duplicate.xml')).toEqual(original)
    expect(await hashOf('q38-same-id-other-range-b.xml')).not.toEqual(original)
  })
})
