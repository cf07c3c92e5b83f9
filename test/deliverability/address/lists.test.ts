import { beforeAll, describe, expect, test } from 'bun:test'
import { readAddressLists } from '../../../src/app/address-lists.ts'
import {
  type AddressLists,
  createLists,
  mergeLists,
  parentDomains,
  readOverrides,
  suggestDomain,
} from '../../../src/deliverability/address/index.ts'

let text = ''
let lists: AddressLists

beforeAll(async () => {
  text = await readAddressLists()
  lists = createLists(text)
})

describe('the lists that come with the product', () => {
  test('hold a hundred thousand disposable domains, and say which versions of which lists they are', () => {
    expect(text.split('\n\n')[1]?.split('\n').length).toBeGreaterThan(90_000)
    expect(lists.version).toMatch(/disposable-domains \d+\.\d+\.\d+/)
  })

  test('know disposable domains and their subdomains', () => {
    for (const domain of ['mailinator.com', 'in.mailinator.com', 'yopmail.com', 'guerrillamail.com'])
      expect([domain, lists.isDisposable(domain)]).toEqual([domain, true])
  })

  // Each of these is on one of the lists they are merged from.
  test('never classify well-known mailbox providers, relays and companies as disposable', () => {
    const good = `gmail.com zoho.com 139.com 189.cn duck.com mozmail.com simplelogin.com google.com apple.com tutanota.com
      hey.com qq.com mail.ru free.fr web.de proton.me company.co`
    for (const domain of good.split(/\s+/)) expect([domain, lists.isDisposable(domain)]).toEqual([domain, false])
  })

  test('distinguish free mail from relays and disposable domains', () => {
    expect(['gmail.com', 'hey.com', 'gmx.de', 'tuta.com', 'riseup.net'].every((domain) => lists.isFree(domain))).toBe(
      true,
    )
    expect(['mailinator.com', 'duck.com', 'microsoft.com'].some((domain) => lists.isFree(domain))).toBe(false)
    expect(['duck.com', 'privaterelay.appleid.com'].every((domain) => lists.isRelay(domain))).toBe(true)
  })

  test('distinguish role addresses from personal ones', () => {
    expect(['info', 'Sales', 'postmaster', 'support+de'].every((local) => lists.isRole(local))).toBe(true)
    expect(['infos', 'anna', 'salesman'].some((local) => lists.isRole(local))).toBe(false)
  })
})

describe('merging', () => {
  const merge = (given: Partial<Parameters<typeof mergeLists>[0]>) =>
    createLists(mergeLists({ version: 'v', curated: [], collected: [], free: [], neverDisposable: [], ...given }))

  test('trusts the curated list alone, and other lists if two agree', () => {
    const merged = merge({ curated: ['a.test'], collected: [['b.test', 'c.test', 'c.test'], ['b.test']] })
    expect(['a.test', 'b.test', 'c.test'].map((domain) => merged.isDisposable(domain))).toEqual([true, true, false])
  })

  test('ignores lists for domains checked to be free, and free lists for domains that one list has as disposable', () => {
    const merged = merge({
      curated: ['good.test'],
      collected: [['trash.test']],
      free: [['trash.test', 'open.test']],
      neverDisposable: ['good.test'],
    })
    expect(merged.isDisposable('good.test')).toBe(false)
    expect(['good.test', 'open.test', 'trash.test'].map((domain) => merged.isFree(domain))).toEqual([true, true, false])
  })

  test('skips entries that are not domains', () => {
    const merged = merge({ curated: ['', 'no', 'a b.test', 'ümlaut.test', '*.x.test', 'ok.test'] })
    expect(merged.isDisposable('xn--mlaut-jva.test')).toBe(true)
    expect(merged.isDisposable('ok.test')).toBe(true)
  })
})

test('a file of the operator adds and removes domains, and reports unreadable lines', () => {
  const overrides = readOverrides(
    '# ours\ndisposable bad.test # new\nallow mailinator.com\nrelay r.test\nfree\nnonsense x.test\nrole Vorstand\nparked ns.park.test\nrole a b\nrole x@y',
  )
  expect(overrides.unread).toEqual([5, 6, 9, 10])
  const own = createLists(text, overrides)
  expect(own.isDisposable('sub.bad.test')).toBe(true)
  expect(own.isDisposable('mailinator.com')).toBe(false)
  expect(own.isRelay('r.test')).toBe(true)
  expect([own.isRole('vorstand+x'), own.isRole('vorstands')]).toEqual([true, false])
  expect(['NS1.ns.park.test.', 'park.test', 'ns1.sedoparking.com'].map(own.isParkingServer)).toEqual([
    true,
    false,
    true,
  ])
})

test('every name of the list is found, and no other', () => {
  const names = text.split('\n\n')[1]?.split('\n') ?? []
  const own = createLists(`v\n\n${names.slice(0, 500).join('\n')}\n\n`)
  expect(names.slice(0, 500).every((name) => own.isDisposable(name))).toBe(true)
  expect(own.isDisposable('aaaa.test') || own.isDisposable('zzzz.test') || own.isDisposable('m.test')).toBe(false)
})

test('parent domains end at the registrable domain', () => {
  expect(parentDomains('a.b.example.co.uk')).toEqual(['a.b.example.co.uk', 'b.example.co.uk', 'example.co.uk'])
  expect(parentDomains('co.uk')).toEqual(['co.uk'])
})

describe('a typo suggestion', () => {
  const rows: [typed: string, acceptsMail: boolean, meant: string | undefined][] = [
    ['gmial.com', true, 'gmail.com'],
    ['gmal.com', true, 'gmail.com'],
    ['gmaill.com', true, 'gmail.com'],
    ['gnail.com', true, 'gmail.com'],
    ['hotmial.com', true, 'hotmail.com'],
    ['outlok.com', true, 'outlook.com'],
    ['yahooo.com', true, 'yahoo.com'],
    ['gmail.con', true, 'gmail.com'],
    ['gmial.con', true, 'gmail.com'],
    ['company.con', false, 'company.com'],
    ['gmail.co', true, 'gmail.com'],
    // Real domains that suggesters have rewritten.
    ['company.co', true, undefined],
    ['company.co', false, undefined],
    ['email.com', true, undefined],
    ['qmail.com', false, undefined],
    ['mail.com', false, undefined],
    ['hotmail.fr', false, undefined],
    ['gmx.com', false, undefined],
    // One letter from a lesser provider is only told when nobody takes mail there.
    ['mymail.com', true, undefined],
    ['posteoo.de', false, 'posteo.de'],
    ['posteoo.de', true, undefined],
    ['example.com', false, undefined],
  ]
  for (const [typed, acceptsMail, meant] of rows)
    test(`${typed}${acceptsMail ? ', where somebody takes mail,' : ''} ${meant === undefined ? 'is left alone' : `was ${meant}`}`, () =>
      expect(suggestDomain(typed, { acceptsMail, isKnown: lists.isFree })).toBe(meant as string))
})
