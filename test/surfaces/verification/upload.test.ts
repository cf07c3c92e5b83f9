/** Files of addresses: read whatever spreadsheets write, refused with a reason, and given back with their other columns. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { startDnsServer } from '../../support/dns-server.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type SentFile, formOf } from '../assets/send-file.ts'

interface AcceptedBatch {
  job_id: string
  parse_info: object
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    const upload = async (file: SentFile) => {
      const form = await formOf({ fileName: 'list.csv', ...file })
      const answer = await service.handle(
        new Request('http://localhost/v1/verify/upload', {
          method: 'POST',
          headers: { 'svc-api-auth': service.keys.a, 'content-type': form.type, ...file.headers },
          body: form.bytes,
        }),
      )
      return {
        status: answer.status,
        body: (await answer.json()) as AcceptedBatch & { issues?: { path: string; message: string }[] },
      }
    }
    const finished = async (id: string) => {
      const show = async () => (await ask(service, { call: `GET /v1/verify/batch/${id}` })).body as { status: string }
      await until(async () => (await show()).status === 'completed', 'the end of the batch')
      return (await ask(service, { call: `GET /v1/verify/batch/${id}/download` })).text
    }

    beforeAll(async () => {
      const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
      service = await startService({ dialect, environment: { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}` } })
    })

    test('a spreadsheet comes back with verdicts and its other columns, which no formula gets out of', async () => {
      const csv =
        'Name;E-Mail;City\r\n"Müller; Anna";anna@a.test;=cmd()\r\nBert;bert@a.test;Ulm\r\n;ANNA@a.test;Bonn\r\nNo;nobody;X\r\n'
      const latin = new Uint8Array([...csv].map((character) => character.charCodeAt(0)))
      const { body, status } = await upload({ bytes: latin })
      expect({ status, body }).toMatchObject({
        status: 202,
        body: {
          total_emails: 4,
          unique_emails: 2,
          parse_info: {
            total_rows: 4,
            duplicates_removed: 1,
            invalid_skipped: 1,
            detected_column: 'E-Mail',
            delimiter: ';',
          },
        },
      })
      const lines = (await finished(body.job_id)).trim().split('\r\n')
      expect(lines[0]).toEndWith('verified_at,Name,City')
      expect(lines[1]).toMatch(/^anna@a\.test,invalid,1,domain_not_found,.*,"?Müller; Anna"?,'=cmd\(\)$/)
      expect(lines[3]).toMatch(/^ANNA@a\.test,invalid,.*,,Bonn$/)
      expect(lines[4]).toMatch(/^nobody,invalid,0,syntax,/)
    })

    test('a text with an address a line is taken too', async () => {
      const { body } = await upload({ bytes: 'a@a.test\nb@a.test\n\n', fields: [['skip_smtp', 'true']] })
      expect(body).toMatchObject({ total_emails: 2, parse_info: { detected_column: 'column 1' } })
      expect((await finished(body.job_id)).trim().split('\r\n').length).toBe(3)
    })

    test('the column may be named', async () => {
      const { body } = await upload({ bytes: 'a,b\nx@a.test,y@a.test\n', fields: [['column', 'B']] })
      expect(await finished(body.job_id)).toContain('\r\ny@a.test,')
    })

    test('a repeated upload with a key is one batch', async () => {
      const headers = { 'idempotency-key': 'upload-1' }
      const first = await upload({ bytes: 'q@a.test\n', headers })
      expect((await upload({ bytes: 'q@a.test\n', headers })).body.job_id).toBe(first.body.job_id)
      expect((await upload({ bytes: 'r@a.test\n', headers })).status).toBe(422)
    })

    const wide = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
    const odd: [name: string, bytes: Uint8Array | string, info: object][] = [
      ['in UTF-16 with its mark', wide('\ufeffmail;name\na@a.test;Ø\n'), { detected_column: 'mail', delimiter: ';' }],
      ['in UTF-16 without a mark', wide('mail\tname\na@a.test\tØ\n'), { detected_column: 'mail', delimiter: '\t' }],
      ['with nothing but CR', 'mail,name\ra@a.test,A\rb@a.test,B\r', { total_rows: 2 }],
      ['with breaks in quotes', 'mail,note\na@a.test,"one\r\ntwo, three"\n', { total_rows: 1 }],
      ['with two columns of one name', 'mail,mail\n,a@a.test\n,b@a.test\n', { detected_column: 'mail', total_rows: 2 }],
      ['without names of columns', 'Anna,a@a.test\nBert,b@a.test\n', { detected_column: 'column 2' }],
      ['with a line of a megabyte', `mail,note\na@a.test,${'x'.repeat(1_000_000)}\n`, { total_rows: 1 }],
      ['with an address of a megabyte', `mail\n${'x'.repeat(1_000_000)}@a.test\nb@a.test\n`, { invalid_skipped: 1 }],
    ]
    for (const [name, bytes, info] of odd)
      test(`a file ${name} is read`, async () => {
        const { body, status } = await upload({ bytes })
        expect({ status, body }).toMatchObject({ status: 202, body: { parse_info: info } })
      })

    test('ten megabytes of bytes in no encoding are answered, not failed at', async () => {
      const noise = new Uint8Array(10 * 1024 * 1024).map((_, at) => 1 + ((at * 7919) % 255))
      expect((await upload({ bytes: noise })).status).toBe(422)
      const mixed = Buffer.concat([Buffer.from('mail,name\na@a.test,Müller\nb@a.test,'), Buffer.from([0xfc, 0x0a])])
      const { body } = await upload({ bytes: new Uint8Array(mixed) })
      expect(await finished(body.job_id)).toMatch(/Müller\r\nb@a\.test,.*,ü\r\n$/)
    })

    const refused: [name: string, file: SentFile, says: string][] = [
      ['a workbook', { bytes: new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]) }, 'CSV'],
      ['a file without addresses', { bytes: 'name,phone\nAnna,1\n' }, 'no column'],
      ['an empty file', { bytes: '' }, 'no column'],
      ['a file of zeros', { bytes: new Uint8Array(100) }, 'not text'],
      [
        'a column that is not there',
        { bytes: 'a,b\nx@a.test,y\n', fields: [['column', 'mail']] },
        'no column with this name',
      ],
      ['too many rows', { bytes: 'a@a.test\n'.repeat(100_002) }, 'more than 100000'],
      ['a million rows', { bytes: 'a@a.test\n'.repeat(1_000_000) }, 'more than 100000'],
      ['a ZIP of a CSV', { bytes: new TextEncoder().encode('PK\u0003\u0004 list.csv mail') }, 'unpack it'],
    ]
    for (const [name, file, says] of refused)
      test(`${name} is refused with a reason`, async () => {
        const { body, status } = await upload(file)
        expect([status, body.issues?.[0]?.message]).toEqual([422, expect.stringContaining(says)])
      })

    test('a file that is too long is refused', async () => {
      expect((await upload({ bytes: new Uint8Array(10 * 1024 * 1024 + 1).fill(0x61) })).status).toBe(413)
    })
  })
}
