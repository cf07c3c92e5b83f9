/** Vendors told from what a domain publishes, and how far it is trusted. */
import { expect, test } from 'bun:test'
import { assessTrust, findVendors, reportReceivers } from '../../../src/deliverability/vendors/index.ts'

const nothing = { texts: [], included: [], selectors: [], nameServers: [] }

test('records of every kind reveal the vendors in use', () => {
  const vendors = findVendors({
    texts: ['MS=ms123', 'facebook-domain-verification=x'],
    included: ['_spf.google.com', 'U1.sendgrid.net.'],
    selectors: ['mailjet'],
    dmarc: 'v=DMARC1; p=none; rua=mailto:x@rua.powerdmarc.com,mailto:d@own.test',
    nameServers: ['ns-1.awsdns-02.org.', 'Ada.NS.cloudflare.com'],
  })
  expect(vendors.map(({ name, source }) => `${source} ${name}`).toSorted()).toEqual([
    'dkim Mailjet',
    'dmarc PowerDMARC',
    'ns AWS Route 53',
    'ns Cloudflare',
    'spf Google Workspace',
    'spf SendGrid (Twilio)',
    'txt Meta',
    'txt Microsoft 365',
  ])
})

test('similar names reveal no vendor', () => {
  expect(findVendors({ ...nothing, texts: ['sendgrid.net', 'x MS=1'], included: ['notsendgrid.net'] })).toEqual([])
  expect(reportReceivers('v=DMARC1; p=none; rua=https://a.test')).toEqual([])
})

test('trust is the bounded sum of its signals, and a bad signal never raises it', () => {
  const good = { exists: true, acceptsMail: true, spf: 'pass', dmarcPolicy: 'reject', isDisposable: false } as const
  expect(assessTrust({ ...good, ageDays: 4000, listed: 'no' })).toMatchObject({ score: 100, level: 'high' })
  expect(assessTrust({ isDisposable: false })).toMatchObject({ score: 50, level: 'medium' })
  const before = assessTrust(good).score
  for (const worse of [{ listed: 'critical' }, { isParked: true }, { isDisposable: true }, { ageDays: 3 }] as const) {
    const { breakdown, score } = assessTrust({ ...good, ...worse })
    expect(score).toBeLessThan(before)
    expect(breakdown.reduce((sum, { points }) => sum + points, 0)).toBe(score)
  }
})
