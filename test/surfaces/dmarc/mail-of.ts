/** The mail of a receiver with a report attached, as RFC 9990 5.2 describes it. */
export function mailOf(
  attachment: Uint8Array,
  name = 'reporter.test!a.test!1!2.xml.gz',
  subject = 'Report domain: a.test',
): string {
  const base64 = Buffer.from(attachment).toString('base64').replace(/.{76}/g, '$&\r\n')
  return [
    'From: DMARC <dmarc@reporter.test>',
    'To: reports@reports.test',
    `Subject: ${subject}`,
    'Message-ID: <1@reporter.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is a report.',
    '--b',
    'Content-Type: application/gzip',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64,
    '--b--',
  ].join('\r\n')
}
