import { describe, expect, test } from 'bun:test'
import { publishedFile } from '../../support/published-data.ts'
import { readAll } from './read-all.ts'

const encode = (text: string) => new TextEncoder().encode(text.replaceAll('\n', '\r\n'))

/** The example of RFC 6591 B, with the fields that RFC 9991 adds. */
const arf = (fields = '', type = 'auth-failure') =>
  encode(`From: dmarc@receiver.example
Subject: FW: You have a new bill
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

This is an authentication failure report.
--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Filter/1.0
Version: 1
Original-Mail-From: <anexample.reply@a.sender.example>
Original-Rcpt-To: Jane.Doe@receiver.example
Authentication-Results: mta.receiver.example;
 dmarc=fail header.from=sender.example; spf=fail smtp.mailfrom=jane.doe@sender.example;
 dkim=fail header.i=@sender.example
Auth-Failure: dmarc , (a comment) dkim
Identity-Alignment: none
Reporting-MTA: dns; mta.receiver.example
Source-IP: 192.0.2.1 (mail.other.example)
Arrival-Date: Sat, 8 Oct 2011 20:15:58 +0000 (GMT)
Reported-Domain: Sender.Example
Incidents: 3
${fields}--b
Content-Type: message/rfc822

Received: from x (x [192.0.2.1]) by mta.receiver.example for <jane.doe@receiver.example>; Sat, 8 Oct 2011 13:15:58 -0700
Return-Path: <bounces+jane.doe=receiver.example@esp.example>
From: "Jane Doe" <jane.doe@sender.example>
To: john@receiver.example
Subject: Your bill of 12 Euro
X-Customer: 4711
DKIM-Signature: v=1; d=sender.example; i=jane.doe@sender.example; s=k1
Message-ID: <12345.jane.doe@sender.example>

The secret body of jane.doe@sender.example
--b--
`)

describe('failure reports', () => {
  test('are read with their fields', async () => {
    const [report] = (
      await readAll(arf('DKIM-Domain: sender.example\nDKIM-Selector: k1\n'), { keepsPersonalData: true })
    ).failures
    expect(report).toMatchObject({
      format: 'arf',
      authFailures: ['dmarc', 'dkim'],
      identityAlignment: ['none'],
      sourceIp: '192.0.2.1',
      incidents: 3,
      arrivedAt: Date.UTC(2011, 9, 8, 20, 15, 58),
      reportedDomain: 'sender.example',
      reporter: { userAgent: 'Filter/1.0', mta: 'mta.receiver.example', from: 'dmarc@receiver.example' },
      dkim: { domain: 'sender.example', selector: 'k1' },
      message: {
        mailFrom: 'anexample.reply@a.sender.example',
        recipient: 'Jane.Doe@receiver.example',
        headerFrom: 'jane.doe@sender.example',
        subject: 'Your bill of 12 Euro',
      },
      redacted: false,
      warnings: [],
    })
    expect(JSON.stringify(report)).not.toContain('secret body')
  })

  test('are redacted unless everything is requested', async () => {
    const [report] = (await readAll(arf(), { redactionKey: 'k' })).failures
    const text = JSON.stringify(report).toLowerCase()
    for (const personal of ['jane', 'doe', 'bill', 'john', 'secret', '4711', 'anexample'])
      expect(text).not.toContain(personal)
    for (const technical of ['sender.example', 'receiver.example', '192.0.2.1', 's=k1', 'header.from=sender.example'])
      expect(text).toContain(technical)
    expect(report).toMatchObject({ redacted: true, message: { subject: null } })
  })

  test('recognize the same mailbox by its hash, which needs the key', async () => {
    const recipientOf = async (redactionKey: string) =>
      (await readAll(arf(), { redactionKey })).failures[0]?.message.recipient
    const recipient = await recipientOf('k')
    expect(recipient).toMatch(/^[\da-f]{12}@receiver\.example$/)
    expect(await recipientOf('k')).toBe(recipient)
    expect(await recipientOf('other')).not.toBe(recipient)
  })

  test('have the same hash of their content, redacted or not', async () => {
    const [redacted] = (await readAll(arf())).failures
    const [complete] = (await readAll(arf(), { keepsPersonalData: true })).failures
    expect(redacted?.contentHash).toBe(complete?.contentHash ?? '')
  })

  test('about abuse are not about authentication', async () => {
    const { failures, rejected } = await readAll(arf('', 'abuse'))
    expect([failures, rejected.map(({ code }) => code)]).toEqual([[], ['other_feedback']])
  })

  test('without the required fields come with warnings', async () => {
    const bare = Buffer.from(arf())
      .toString()
      .replace(/^Auth-Failure.*\r\n/m, '')
      .replace(/^Source-IP.*\r\n/m, '')
    const [report] = (await readAll(new TextEncoder().encode(bare))).failures
    expect(report?.warnings.map(({ code }) => code)).toEqual(['auth_failure_missing', 'source_ip_missing'])
  })

  const exim = publishedFile('dmarc-samples/parsedmarc/samples/failure/exim_plain_text_only_no_arf_part.eml')
  test.if(exim !== undefined)('of Exim are read from their text', async () => {
    const [report] = (await readAll(exim ?? new Uint8Array())).failures
    expect(report).toMatchObject({
      format: 'text',
      sourceIp: '203.0.113.68',
      reportedDomain: 'example.com',
      arrivedAt: Date.UTC(2025, 3, 7, 21, 16, 9),
      identityAlignment: ['none'],
      deliveryResult: 'none, accept',
    })
    expect(JSON.stringify(report)).not.toContain('user@')
  })
})
