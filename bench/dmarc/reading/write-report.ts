import { createRandom } from '../../../test/support/random.ts'

/** Writes an aggregate report of about so many bytes, 800 a record, as large receivers send them. */
export async function writeReport(
  file: string,
  bytes: number,
): Promise<{ records: number; messages: number; bytes: number }> {
  const random = createRandom(42)
  const writer = Bun.file(file).writer({ highWaterMark: 1 << 20 })
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>google.com</org_name>
    <email>noreply-dmarc-support@google.com</email>
    <extra_contact_info>https://support.google.com/a/answer/2466580</extra_contact_info>
    <report_id>1234567890123456789</report_id>
    <date_range>
      <begin>1711843200</begin>
      <end>1711929599</end>
    </date_range>
  </report_metadata>
  <policy_published>
    <domain>example.com</domain>
    <adkim>r</adkim>
    <aspf>r</aspf>
    <p>none</p>
    <sp>none</sp>
    <pct>100</pct>
  </policy_published>
`
  let [written, records, messages] = [head.length, 0, 0]
  void writer.write(head)
  const result = () => random.pick(['pass', 'fail'])
  while (written < bytes) {
    const count = 1 + random.integer(500)
    const ip = [1 + random.integer(223), random.integer(256), random.integer(256), random.integer(256)].join('.')
    const sender = random.integer(200)
    const record = `  <record>
    <row>
      <source_ip>${ip}</source_ip>
      <count>${count}</count>
      <policy_evaluated>
        <disposition>${random.pick(['none', 'quarantine', 'reject'])}</disposition>
        <dkim>${result()}</dkim>
        <spf>${result()}</spf>
      </policy_evaluated>
    </row>
    <identifiers>
      <envelope_from>bounce${sender}.example.com</envelope_from>
      <header_from>example.com</header_from>
    </identifiers>
    <auth_results>
      <dkim>
        <domain>example.com</domain>
        <selector>s${random.integer(9)}</selector>
        <result>${result()}</result>
      </dkim>
      <dkim>
        <domain>esp${sender}.net</domain>
        <selector>k1</selector>
        <result>${result()}</result>
      </dkim>
      <spf>
        <domain>bounce${sender}.example.com</domain>
        <scope>mfrom</scope>
        <result>${result()}</result>
      </spf>
    </auth_results>
  </record>
`
    void writer.write(record)
    written += record.length
    records++
    messages += count
  }
  void writer.write('</feedback>\n')
  await writer.end()
  return { records, messages, bytes: written }
}
