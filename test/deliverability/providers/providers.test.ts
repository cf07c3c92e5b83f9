import { describe, expect, test } from 'bun:test'
import rows from '../../../src/deliverability/providers/providers.json'
import { providerOf } from '../../../src/deliverability/providers/index.ts'

describe('the provider of a mail host', () => {
  test('is found by the longest ending that is known, whatever the case and the dot at the end', () => {
    expect(providerOf('alt1.gmail-smtp-in.l.google.com')?.id).toBe('google-consumer')
    expect(providerOf('ALT2.aspmx.l.google.com.')?.id).toBe('google-workspace')
    expect(providerOf('contoso-com.mail.protection.outlook.com')?.id).toBe('microsoft-365')
    expect(providerOf('hotmail-com.olc.protection.outlook.com')?.id).toBe('microsoft-consumer')
    expect(providerOf('mx-aol.mail.gm0.yahoodns.net')?.name).toContain('Yahoo')
  })
  test('is unknown where only a part of a label agrees', () => {
    for (const host of ['notpphosted.com', 'mx.example.com', 'com', '', 'pphosted.com.example.net'])
      expect(providerOf(host)).toBeUndefined()
  })
  test('has the reliability of an accepted recipient', () => {
    expect(providerOf('mx1.pphosted.com')).toMatchObject({ category: 'gateway', answering: 'gateway', maxSessions: 1 })
    expect(providerOf('mta5.am0.yahoodns.net')).toMatchObject({ answering: 'unreliable', mayProbeCatchAll: false })
    expect(providerOf('mx.antispamcloud.com')?.recipientMs).toBe(45_000)
    expect(providerOf('mail.mailinator.com')).toMatchObject({ category: 'disposable', mayProbeCatchAll: false })
  })
})

describe('the table', () => {
  const all = Object.values(rows).flat()

  test('has each provider and each host once', () => {
    const ids = all.map(({ id }) => id)
    const hosts = all.flatMap((each) => each.hosts)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(hosts).size).toBe(hosts.length)
  })
  test('holds host names in lower case, without a dot at either end', () => {
    const odd = all.flatMap((each) => each.hosts).filter((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
    expect(odd).toEqual([])
  })
})
