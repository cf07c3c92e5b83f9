/** Records that are written, explained and compared: RFC 9989. */
import { describe, expect, test } from 'bun:test'
import { readTags } from '../../../src/deliverability/findings/index.ts'
import {
  addReportUri,
  compareDmarc,
  explainTags,
  evaluateTags,
  writeRecord,
  zoneStrings,
} from '../../../src/deliverability/dmarc/index.ts'

const codes = (before: string | null, after: string | null) => compareDmarc(before, after).map(({ code }) => code)
const isWeaker = (before: string | null, after: string | null) =>
  compareDmarc(before, after).some(({ isWeakening }) => isWeakening)

describe('writing', () => {
  test('p follows v, and defaults are omitted', () => {
    const record = writeRecord({
      policy: 'reject',
      subdomainPolicy: 'reject',
      nonexistentPolicy: 'reject',
      isTesting: false,
      dkimAlignment: 'relaxed',
      aggregateUris: ['a@b.test'],
      failureOptions: ['1'],
    })
    expect(record).toBe('v=DMARC1; p=reject; rua=mailto:a@b.test')
  })

  test('every record that can be written has no finding about its syntax', () => {
    const policies = ['none', 'quarantine', 'reject'] as const
    for (const policy of policies)
      for (const subdomainPolicy of [undefined, ...policies])
        for (const nonexistentPolicy of [undefined, ...policies])
          for (const isTesting of [true, false]) {
            const record = writeRecord({
              policy,
              subdomainPolicy,
              nonexistentPolicy,
              isTesting,
              dkimAlignment: 'strict',
              spfAlignment: 'strict',
              aggregateUris: ['a@b.test', 'https://c.test/x;y'.replace(';', '')],
              failureUris: ['f@b.test'],
              failureOptions: ['0', '1', 'd', 's'],
            })
            const found = evaluateTags({ ...readTags(record), domain: 'b.test', record }, { hasReports: true })
            const syntax = [
              'garbled',
              'duplicate',
              'unknown_tag',
              'order',
              'bad_value',
              'no_policy',
              'idle_fo',
              'historic',
            ]
            expect(found.filter(({ code }) => syntax.includes(code.replace('dmarc.', '')))).toEqual([])
          }
  })

  test('a report address is added once', () => {
    const once = addReportUri('v=DMARC1;p=none;rua=mailto:a@b.test', 'mailto:d@c.test')
    expect(once).toBe('v=DMARC1; p=none; rua=mailto:a@b.test,mailto:d@c.test')
    expect(addReportUri(once, 'mailto:d@c.test')).toBe(once)
    expect(addReportUri('v=DMARC1; p=none', 'mailto:d@c.test')).toBe('v=DMARC1; p=none; rua=mailto:d@c.test')
  })

  test('a value above 255 bytes is several strings (RFC 1035 3.3.14)', () => {
    expect(zoneStrings('a'.repeat(300))).toBe(`"${'a'.repeat(255)}" "${'a'.repeat(45)}"`)
    expect(zoneStrings('a"b\\')).toBe('"a\\"b\\\\"')
  })
})

test('every tag is explained, removed and unknown ones too', () => {
  const all =
    'v=DMARC1; p=reject; sp=none; np=bad; t=y; psd=n; adkim=s; aspf=r; rua=x; ruf=y; fo=1:d; pct=50; rf=afrf; ri=1; zz=1'
  const explained = explainTags(all)
  expect(explained.map(({ tag }) => tag).join()).toBe('v,p,sp,np,t,psd,adkim,aspf,rua,ruf,fo,pct,rf,ri,zz')
  expect(explained.every(({ meaning, reference }) => meaning.length > 20 && reference.startsWith('RFC'))).toBe(true)
})

describe('comparing', () => {
  test.each([
    ['v=DMARC1; p=none', 'v=DMARC1;p=none;', '', false],
    [null, 'v=DMARC1; p=none', 'published', false],
    ['v=DMARC1; p=none', null, 'removed', true],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine', 'policy_weakened,subdomain_policy_weakened', true],
    ['v=DMARC1; p=none', 'v=DMARC1; p=reject', 'policy_strengthened,subdomain_policy_strengthened', false],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; t=y', 'policy_weakened,subdomain_policy_weakened', true],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; pct=20', 'policy_weakened,subdomain_policy_weakened', true],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; sp=none', 'subdomain_policy_weakened', true],
    ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; np=none', 'subdomain_policy_weakened', true],
    ['v=DMARC1; p=none; rua=mailto:a@b.c', 'v=DMARC1; p=none', 'reports_removed', true],
    ['v=DMARC1; p=none; rua=mailto:a@b.c', 'v=DMARC1; p=none; rua=mailto:d@b.c', 'reports_changed', false],
    ['v=DMARC1; p=none; adkim=s', 'v=DMARC1; p=none', 'alignment_changed', true],
    ['v=DMARC1; p=none', 'v=DMARC1; p=none; aspf=s', 'alignment_changed', false],
    ['v=DMARC1; p=none', 'v=DMARC1; p=none; ri=1', 'other_tags_changed', false],
  ] as const)('%p to %p', (before, after, wanted, weaker) => {
    expect(codes(before, after).join()).toBe(wanted)
    expect(isWeaker(before, after)).toBe(weaker)
  })
})
