import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { buildZip } from './build-zip.ts'
import { codesOf, readAll } from './read-all.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const report = (id = 'r-1', more = '') =>
  `<feedback><report_metadata><org_name>r.example</org_name><report_id>${id}</report_id><date_range><begin>1711843200</begin><end>1711929599</end></date_range></report_metadata><policy_published><domain>example.com</domain><p>none</p></policy_published><record><row><source_ip>192.0.2.1</source_ip><count>3</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>example.com</header_from></identifiers><auth_results><dkim><domain>example.com</domain><result>pass</result></dkim></auth_results></record>${more}</feedback>`
const xml = encode(report())
const join = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

const mail = (type: string, body: string, header = '') =>
  encode(
    `From: d@r.example\r\nTo: dmarc@example.com\r\nSubject: Report\r\nMIME-Version: 1.0\r\n${header}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nA report is attached.\r\n--b\r\nContent-Type: ${type}\r\n${body}\r\n--b--\r\n`,
  )
const base64 = (bytes: Uint8Array) =>
  `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n')}`

/** DER or BER of a value; `length` undefined for the indefinite form. */
const ber = (tag: number, content: Uint8Array, isIndefinite = false): Uint8Array => {
  if (isIndefinite) return join(Uint8Array.of(tag, 0x80), content, Uint8Array.of(0, 0))
  const size = content.length
  const length = size < 128 ? [size] : [0x84, size >>> 24, (size >>> 16) & 255, (size >>> 8) & 255, size & 255]
  return join(Uint8Array.of(tag, ...length), content)
}
const signed = (entity: Uint8Array, isIndefinite: boolean): Uint8Array => {
  const oid = (last: number) => ber(0x06, Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, last))
  const octets = isIndefinite
    ? ber(0x24, join(ber(0x04, entity.subarray(0, 100)), ber(0x04, entity.subarray(100))), true)
    : ber(0x04, entity)
  const content = ber(0x30, join(oid(1), ber(0xa0, octets, isIndefinite)), isIndefinite)
  const data = ber(0x30, join(ber(0x02, Uint8Array.of(1)), ber(0x31, new Uint8Array()), content), isIndefinite)
  return ber(0x30, join(oid(2), ber(0xa0, data, isIndefinite)), isIndefinite)
}
const signedMail = (isIndefinite: boolean) => {
  const der = signed(mail('application/gzip', base64(gzipSync(xml))), isIndefinite)
  return encode(
    `From: d@r.example\r\nMIME-Version: 1.0\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\n${base64(der)}\r\n`,
  )
}

const many = Array.from({ length: 25 }, (_, index) => ({ name: `${index}.xml`, content: encode(report(`r-${index}`)) }))
const gzipName = join(
  Uint8Array.of(0x1f, 0x8b, 8, 0x1c, 0, 0, 0, 0, 0, 3),
  Uint8Array.of(2, 0, 9, 9),
  'name\0comment\0',
  gzipSync(xml).subarray(10),
)

/** Reports read, codes of warnings, and codes of rejections. */
const cases: { name: string; input: Uint8Array; reports: number; warnings?: string[]; rejected?: string[] }[] = [
  { name: 'gzip with extra field, name and comment', input: gzipName, reports: 1 },
  { name: 'gzip followed by garbage', input: join(gzipSync(xml), 'garbage'), reports: 1, warnings: ['trailing_bytes'] },
  {
    name: 'gzip without its trailer',
    input: gzipSync(xml).subarray(0, -8),
    reports: 1,
    warnings: ['archive_truncated'],
  },
  {
    name: 'gzip with a wrong checksum',
    input: join(gzipSync(xml).subarray(0, -8), Uint8Array.of(1, 2, 3, 4), gzipSync(xml).subarray(-4)),
    reports: 1,
    warnings: ['checksum_mismatch'],
  },
  {
    name: 'gzip that is cut off within the report',
    input: gzipSync(
      encode(report('r-1', `<!-- ${Array.from({ length: 999 }, (_, n) => Bun.hash(String(n))).join('')} -->`)),
    ).subarray(0, 4000),
    reports: 1,
    warnings: ['archive_truncated', 'xml_truncated'],
  },
  {
    name: 'gzip with damaged content',
    input: join(gzipSync(xml).subarray(0, 12), 'ÿÿÿÿÿÿÿÿÿÿ'),
    reports: 0,
    rejected: ['damaged'],
  },
  {
    name: 'gzip with an unknown method',
    input: Uint8Array.of(0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 3, 1),
    reports: 0,
    rejected: ['damaged'],
  },
  { name: 'ZIP with stored files', input: buildZip([{ name: 'a.xml', content: xml, isStored: true }]), reports: 1 },
  {
    name: 'ZIP that was streamed',
    input: buildZip([{ name: 'a.xml', content: xml }], { isStreamed: true }),
    reports: 1,
  },
  {
    name: 'ZIP without its directory',
    input: buildZip([{ name: 'a.xml', content: xml }], { isCutOff: true }),
    reports: 1,
  },
  {
    name: 'streamed ZIP without its directory',
    input: buildZip(
      [
        { name: 'a.xml', content: xml },
        { name: 'b.xml', content: encode(report('r-2')) },
      ],
      { isCutOff: true, isStreamed: true },
    ),
    reports: 2,
  },
  {
    name: 'ZIP behind other bytes',
    input: join('PK\x03\x04', buildZip([{ name: 'a.xml', content: xml }])),
    reports: 1,
  },
  {
    name: 'ZIP with folders, resource forks and notes',
    input: buildZip([
      { name: 'folder/', content: new Uint8Array() },
      { name: '__MACOSX/._a.xml', content: encode('fork') },
      { name: 'folder/readme.txt', content: encode('Hello') },
      { name: '../../a.xml', content: xml },
    ]),
    reports: 1,
  },
  {
    name: 'ZIP with a password',
    input: buildZip([{ name: 'a.xml', content: xml, isEncrypted: true }]),
    reports: 0,
    rejected: ['encrypted'],
  },
  {
    name: 'ZIP with a report and a file with a password',
    input: buildZip([
      { name: 'a.xml', content: xml },
      { name: 'b.xml', content: xml, isEncrypted: true },
    ]),
    reports: 1,
    rejected: ['encrypted'],
  },
  {
    name: 'ZIP with an unknown method',
    input: buildZip([{ name: 'a', content: xml, method: 99 }]),
    reports: 0,
    rejected: ['damaged'],
  },
  { name: 'ZIP without files', input: buildZip([]), reports: 0, rejected: ['damaged'] },
  {
    name: 'ZIP with notes only',
    input: buildZip([{ name: 'a.txt', content: encode('Hello') }]),
    reports: 0,
    rejected: ['not_a_report'],
  },
  { name: 'ZIP with too many files', input: buildZip(many), reports: 20, rejected: ['too_many_entries'] },
  {
    name: 'five archives within each other',
    input: gzipSync(gzipSync(gzipSync(gzipSync(gzipSync(xml))))),
    reports: 0,
    rejected: ['nesting_too_deep'],
  },
  {
    name: 'four archives within each other',
    input: gzipSync(gzipSync(gzipSync(gzipSync(xml)))),
    reports: 1,
    warnings: ['nested_archive'],
  },
  {
    name: 'two reports one after the other',
    input: join(xml, '\n<?xml version="1.0"?>\n', encode(report('r-2'))),
    reports: 2,
  },
  { name: 'a mail with gzip', input: mail('application/gzip; name=r.xml.gz', base64(gzipSync(xml))), reports: 1 },
  {
    name: 'a mail with XML as text',
    input: mail('text/xml', `Content-Transfer-Encoding: 7bit\r\n\r\n${report()}`),
    reports: 1,
  },
  {
    name: 'a mail with a wrong type and name',
    input: mail('image-of/nothing; name=report.pdf', base64(buildZip([{ name: 'a', content: xml }]))),
    reports: 1,
  },
  {
    name: 'a mail of an mbox file',
    input: join('From d@r.example Mon Apr  1 00:00:00 2024\n', mail('application/gzip', base64(gzipSync(xml)))),
    reports: 1,
  },
  {
    name: 'a mail whose only body is the report',
    input: encode(`Subject: r\r\nMIME-Version: 1.0\r\nContent-Type: application/xml\r\n\r\n${report()}`),
    reports: 1,
  },
  {
    name: 'a mail whose text is the report',
    input: encode(`Subject: r\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n${report()}`),
    reports: 1,
  },
  {
    name: 'a mail without a report',
    input: encode('From: a@b.example\r\nSubject: Hi\r\n\r\nHow are you?\r\n'),
    reports: 0,
    rejected: ['not_a_report'],
  },
  { name: 'opaque S/MIME in DER', input: signedMail(false), reports: 1 },
  { name: 'opaque S/MIME with indefinite lengths', input: signedMail(true), reports: 1 },
  {
    name: 'S/MIME without content',
    input: encode(`Subject: r\r\nContent-Type: application/pkcs7-mime\r\n${base64(Uint8Array.of(0x30, 3, 2, 1, 0))}`),
    reports: 0,
    rejected: ['not_a_report'],
  },
  {
    name: 'a mail encrypted with OpenPGP',
    input: encode(
      'Subject: r\r\nContent-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\r\n\r\n' +
        '--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n' +
        '--b\r\nContent-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--b--\r\n',
    ),
    reports: 0,
    rejected: ['encrypted'],
  },
  { name: 'a text', input: encode('unused'), reports: 0, rejected: ['not_a_report'] },
  { name: 'blanks', input: encode(' \n\t '), reports: 0, rejected: ['empty'] },
  { name: 'other JSON', input: encode('{"a":1}'), reports: 0, rejected: ['not_a_report'] },
  { name: 'other XML', input: encode('<rss><channel/></rss>'), reports: 0, rejected: ['not_a_report'] },
]

describe('containers', () => {
  for (const { input, name, rejected = [], reports, warnings = [] } of cases)
    test(name, async () => {
      const read = await readAll(input)
      expect({
        reports: read.aggregate.length,
        rejected: read.rejected.map(({ code }) => code as string),
        warnings: [...new Set(read.aggregate.flatMap(({ summary }) => codesOf(summary)))],
      }).toEqual({ reports, rejected, warnings })
      for (const { summary } of read.aggregate) expect(summary.messages).toBe(3)
    })

  test('S/MIME that openssl signed is unwrapped', async () => {
    if (Bun.which('openssl') === null) return
    const { signWithOpenssl } = await import('./sign-mail.ts')
    for (const form of ['opaque', 'streamed', 'detached'] as const) {
      const read = await readAll(await signWithOpenssl(mail('application/gzip', base64(gzipSync(xml))), form))
      expect([form, read.aggregate.length, read.rejected]).toEqual([form, 1, []])
    }
  })

  test('S/MIME that openssl encrypted is rejected as encrypted', async () => {
    if (Bun.which('openssl') === null) return
    const { signWithOpenssl } = await import('./sign-mail.ts')
    for (const form of ['encrypted', 'authenticated'] as const) {
      const read = await readAll(await signWithOpenssl(mail('application/gzip', base64(gzipSync(xml))), form))
      expect([form, read.aggregate, read.rejected.map(({ code }) => code)]).toEqual([form, [], ['encrypted']])
      expect(read.rejected[0]?.reason).toContain('encrypted with S/MIME')
    }
  })

  test('the names of the containers are known', async () => {
    const zip = buildZip([{ name: 'a.xml', content: xml }])
    const [read] = (await readAll(mail('application/zip; name=r.zip', base64(zip)), { name: 'm.eml' })).aggregate
    expect(read?.names).toEqual(['m.eml', 'r.zip', 'a.xml'])
  })
})
