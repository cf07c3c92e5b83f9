/** The table of senders, and the names by which mail is attributed to them. */
import { expect, test } from 'bun:test'
import { asciiDomain } from '../../../src/deliverability/address/index.ts'
import { senderOfDomain, senderOfHost, senderOfInclude } from '../../../src/deliverability/senders/index.ts'
import table from '../../../src/deliverability/senders/senders.json'

const rows = Object.values(table).flat() as {
  name: string
  aligns: string
  remedy: string
  source: string
  signers?: string[]
  includes?: string[]
  hosts?: string[]
}[]

test('every sender has a name of its own, a remedy, a source, and domains that no other has', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  for (const member of ['signers', 'includes', 'hosts'] as const) {
    const all = rows.flatMap((row) => row[member] ?? [])
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((each) => asciiDomain(each.replace(/^_/, '').replaceAll('._', '.')) === undefined)).toEqual([])
  }
  for (const { aligns, remedy, source } of rows) {
    expect(['both', 'dkim', 'spf', 'none']).toContain(aligns)
    expect(remedy.length).toBeGreaterThan(10)
    expect(source).toMatch(/^(?:documented|unverified|Domain-Connect\/Templates [\w.-]+\.json)$/)
  }
})

test('a name below that of a sender is its own, and one that only ends like it is not', () => {
  expect(senderOfDomain('u123.wl.sendgrid.net')?.name).toBe('SendGrid (Twilio)')
  expect(senderOfDomain('notsendgrid.net')).toBeUndefined()
  expect(senderOfInclude('_spf.google.com')?.name).toBe('Google Workspace')
  expect(senderOfInclude('google.com')).toBeUndefined()
  expect(senderOfHost('a8-31.smtp-out.amazonses.com.')?.name).toBe('Amazon SES')
  expect(senderOfHost('com')).toBeUndefined()
})
