import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createRandom } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { createReport, writeXml } from '../../deliverability/reports/random-report.ts'
import { svc } from './command-line.ts'

const folder = temporaryDirectory()
mkdirSync(join(folder, 'inner/.hidden'), { recursive: true })

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const record = (ip: string, count: number, evaluated: string, results: string) =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>${evaluated}</policy_evaluated></row><identifiers><header_from>example.com</header_from></identifiers><auth_results>${results}</auth_results></record>`
const xml = `<feedback><report_metadata><org_name>receiver.example\u001b\u202e\u009b</org_name><email>d@receiver.example</email><report_id>r-1</report_id><date_range><begin>1711843200</begin><end>1711929599</end></date_range></report_metadata><policy_published><domain>example.com</domain><p>reject</p><pct>100</pct></policy_published>${record('192.0.2.1', 1200, '<disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>', '<dkim><domain>example.com</domain><selector>s1</selector><result>pass</result></dkim>')}${record('192.0.2.9', 30, '<disposition>reject</disposition><dkim>fail</dkim><spf>fail</spf>', '<spf><domain>esp.example</domain><result>pass</result></spf>')}${record('192.0.2.9', 3, '<disposition>reject</disposition><dkim>fail</dkim><spf>fail</spf>', '<spf><domain>esp.example</domain><result>pass</result></spf>')}</feedback>`
const report = file('report.xml.gz', gzipSync(xml))

describe('svc dmarc read', () => {
  test('explains who reports on what, and why sources are aligned or not', async () => {
    const { code, err, out } = await svc(['dmarc', 'read', report])
    expect(out.split('\n').filter((line) => line !== '')).toEqual([
      'receiver.example  reports on example.com  (aggregate report, RFC 7489)',
      '  Reporter    receiver.example , d@receiver.example',
      '  Report id   r-1',
      '  Range       2024-03-31 00:00 to 2024-03-31 23:59 UTC',
      '  Policy      p=reject adkim=r aspf=r pct=100',
      '  Messages    1,233 messages in 3 records',
      '  Aligned     1,200 (97.3 %)',
      '  Failing     33 (2.7 %)',
      '  Messages  Result    Source     From         Why',
      '     1,200  aligned   192.0.2.1  example.com  DKIM passes for example.com (selector s1)',
      '        33  rejected  192.0.2.9  example.com  no DKIM signature; SPF passes for esp.example, which is not example.com',
      '  warn  xml_repaired: The XML is not well-formed: a control character.',
    ])
    expect(err).toBe('1 file: 1 report read, 0 rejected; 1,233 messages, 97.3 % aligned\n')
    expect(code).toBe(0)
  })

  test('prints JSON lines with the same facts', async () => {
    const { code, out } = await svc(['dmarc', 'read', report, file('unused.gz', gzipSync('unused')), '--json'])
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual([
      expect.objectContaining({
        type: 'aggregate',
        messages: 1233,
        aligned: 1200,
        sources: [
          expect.objectContaining({ source_ip: '192.0.2.1', messages: 1200, aligned: true }),
          expect.objectContaining({ source_ip: '192.0.2.9', messages: 33, aligned: false, disposition: 'reject' }),
        ],
      }),
      expect.objectContaining({ type: 'rejected', code: 'not_a_report' }),
    ])
    expect(code).toBe(1)
  })

  test('reads standard input', async () => {
    const { code, out } = await svc(['dmarc', 'read', '-'], new Uint8Array(gzipSync(xml)))
    expect([code, out.includes('1,233 messages')]).toEqual([0, true])
  })

  test('reads folders, without hidden files', async () => {
    file('inner/b.xml', xml)
    file('inner/.hidden/c.xml', xml)
    file('inner/.d.xml', xml)
    expect((await svc(['dmarc', 'read', join(folder, 'inner')])).err).toStartWith('1 file: 1 report read')
  })

  test('lists the largest sources, and all if requested', async () => {
    const many = file('many.xml', writeXml(createReport(createRandom(1), 300), createRandom(2)))
    const short = await svc(['dmarc', 'read', many])
    const all = await svc(['dmarc', 'read', many, '--all'])
    expect(short.out).toMatch(/and \d+ more sources; --all lists them/)
    expect(all.out.split('\n').length).toBeGreaterThan(short.out.split('\n').length + 100)
  })

  test('fails with the reason of each file that cannot be read', async () => {
    const bomb = file('bomb.gz', gzipSync(new Uint8Array(20_000_000)))
    const { code, err } = await svc(['dmarc', 'read', bomb, join(folder, 'missing.xml')])
    expect(err).toContain('missing.xml: no such file\n')
    expect(err).toContain('bomb.gz: The archive inflates to more than 200 times its size. (too_large)\n')
    expect(code).toBe(1)
  })

  test('names the file in which a rejected part was found', async () => {
    const mail = `From: a@b.example\nContent-Type: application/xml; name=inner.xml\n\n<!DOCTYPE a><feedback/>\n`
    const { err, code } = await svc(['dmarc', 'read', file('outer.eml', mail)])
    expect(err).toMatch(/outer\.eml: inner\.xml: .*\(doctype_forbidden\)\n/)
    expect(code).toBe(1)
  })

  test('reads every mail of an mbox file, and tells of those without a report', async () => {
    const mail = (id: string) =>
      `From r@receiver.example Thu Jan  1 00:00:00 2026\nFrom: r@receiver.example\nContent-Type: application/xml; name=${id}.xml\n\n` +
      `${xml.replace('r-1', id)}\n\nFrom the body, which separates nothing\n\n`
    const { code, err, out } = await svc([
      'dmarc',
      'read',
      file('all.mbox', mail('one') + mail('two').replaceAll('\n', '\r\n')),
    ])
    expect(out.match(/Report id .*/g)).toEqual(['Report id   one', 'Report id   two'])
    expect(err).toStartWith('1 file: 2 reports read, 0 rejected')
    expect(code).toBe(0)
  })

  test('requires a file', async () => {
    expect((await svc(['dmarc', 'read'])).code).toBe(2)
  })
})
