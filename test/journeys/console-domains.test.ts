/** Sending domains and AMP senders in the console of the executable: from the first domain to the cost of a policy, with reports dropped in. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'
import { checkPage, looks, openInLook } from './console-pages.ts'

const day = 86_400

/** An aggregate report (RFC 7489, appendix C) of yesterday: 90 messages that passed and 10 that did not. */
function aggregateReport(domain = 'example.com'): Buffer {
  const begin = (Math.floor(Date.now() / 1000 / day) - 1) * day
  const record = (ip: string, count: number, result: string) => `<record>
    <row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>
      <disposition>none</disposition><dkim>${result}</dkim><spf>${result}</spf></policy_evaluated></row>
    <identifiers><header_from>${domain}</header_from></identifiers>
    <auth_results><dkim><domain>${domain}</domain><selector>s1</selector><result>${result}</result></dkim>
      <spf><domain>${domain}</domain><result>${result}</result></spf></auth_results></record>`
  return Buffer.from(`<?xml version="1.0"?><feedback><report_metadata><org_name>receiver.example</org_name>
    <email>reports@receiver.example</email><report_id>r-1</report_id>
    <date_range><begin>${begin}</begin><end>${begin + day - 1}</end></date_range></report_metadata>
    <policy_published><domain>${domain}</domain><p>none</p></policy_published>
    ${record('192.0.2.1', 90, 'pass')}${record('198.51.100.7', 10, 'fail')}</feedback>`)
}

describe('sending domains in the console', () => {
  let service: Running
  let context: BrowserContext
  const complaints: string[] = []

  beforeAll(async () => {
    // No resolver: the checks of records report what they could not measure.
    service = await startBinary({ environment: { SVC_DNS_SERVERS: '127.0.0.1:9' } })
    context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    const page = await open(service.setupUrl ?? '')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('four unrelated words here')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Hello Ada Lovelace' }).waitFor()
    await page.close()
  })

  async function open(url: string): Promise<Page> {
    const page = await context.newPage()
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => void complaints.push(error.message))
    await page.goto(url)
    return page
  }

  let domainUrl = ''
  let ampUrl = ''
  let groupUrl = ''
  let reportUrl = ''

  test('a person adds a domain, uploads a report, and reads who sent and what a policy costs', async () => {
    const page = await open(`${service.url}/domains`)
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page.getByRole('textbox', { name: 'Domain' }).fill('example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/domains\/dom_.*\/setup/)
    await page.getByText('_dmarc.example.com', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check records' }).click()
    await page.getByText(/^Checked/).waitFor()
    domainUrl = page.url().replace('/setup', '')

    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    const xml = { name: 'report.xml', mimeType: 'text/xml', buffer: aggregateReport() }
    await page.locator('input[type=file]').setInputFiles([xml, { ...xml, name: 'noise.bin', buffer: Buffer.of(1, 2) }])
    await page.getByText('report.xml: example.com, added, 100 messages').waitFor()
    await page.locator('.drop .bad').filter({ hasText: 'noise.bin' }).waitFor()
    await page.getByRole('link', { name: 'receiver.example' }).click()
    await page.getByRole('dialog').getByRole('cell', { name: '198.51.100.7' }).waitFor()
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe('example.com-reports.csv')

    await page.getByRole('link', { name: 'Overview' }).click()
    await page.locator('.figure').filter({ hasText: 'Compliance' }).getByText('90%', { exact: true }).waitFor()
    await page.getByText('Show as a table').click()
    await page.getByRole('cell', { name: '90', exact: true }).first().waitFor()

    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByRole('combobox', { name: 'Class of 198.51.100.7' }).selectOption('threat')
    await page.getByText('198.51.100.7 is now classified: Threat').waitFor()
    await page.getByRole('link', { name: 'Policy', exact: true }).click()
    await page.getByText('Of 100 messages, 10 would be lost').waitFor()
    expect(await page.locator('.figure').filter({ hasText: 'Threats stopped' }).innerText()).toContain('10')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a person keeps the domains of a client in a group, and shares their figures by a link until it is revoked', async () => {
    const page = await open(`${service.url}/domains`)
    await page.getByRole('link', { name: 'Groups' }).click()
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme')
    await page.getByRole('textbox', { name: 'Members' }).fill('nobody@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('has no account').waitFor()
    // The browser reports the refused request.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByRole('textbox', { name: 'Members' }).fill('ada@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/groups\/dgr_/)
    groupUrl = page.url()
    await page.getByRole('button', { name: 'Choose domains' }).click()
    await page.getByRole('checkbox', { name: 'example.com' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'example.com', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('textbox', { name: 'Client' }).fill('Acme Corporation')
    await page.keyboard.press('Enter')
    await page.getByText('Copy the link now').waitFor()
    reportUrl = (await page.getByText(/\/domain-report\//).innerText()).trim()
    await page.getByRole('button', { name: 'Done' }).click()

    const client = await (await (await openBrowser()).newContext()).newPage()
    await client.goto(reportUrl)
    await client.getByRole('heading', { level: 1, name: 'Acme' }).waitFor()
    const words = await client.getByRole('main').innerText()
    for (const text of ['Acme Corporation', '100', '90%']) expect(words).toContain(text)
    const download = client.waitForEvent('download')
    await client.getByRole('link', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^domains-.*\.pdf$/)
    await client.context().close()
    expect(complaints).toEqual([])
    await page.close()
  })

  /** The name of the file that a button saves, and its lines. */
  async function downloadBy(button: Locator): Promise<[name: string, ...lines: string[]]> {
    const saving = button.page().waitForEvent('download')
    await button.click()
    const file = await saving
    const text = await Bun.file(await file.path()).text()
    return [file.suggestedFilename(), ...text.trim().split('\r\n')]
  }

  test('the timeline, domains, groups and links are downloaded as CSV', async () => {
    const page = await open(domainUrl)
    const button = page.getByRole('button', { name: 'Download CSV' })
    const [timeline, columns, ...days] = await downloadBy(button)
    expect([timeline, columns]).toEqual([
      'example.com-timeline.csv',
      'day,messages,compliant,none,quarantine,reject,pass',
    ])
    expect(days).toHaveLength(30)
    expect(days).toContainEqual(expect.stringContaining(',100,90,'))
    await page.goto(`${service.url}/domains`)
    expect(await downloadBy(button)).toEqual([
      'domains.csv',
      expect.any(String),
      expect.stringContaining('example.com'),
    ])
    await page.goto(`${service.url}/domains/groups`)
    expect(await downloadBy(button)).toEqual([
      'groups.csv',
      expect.any(String),
      expect.stringContaining('ada@example.com'),
    ])
    await page.goto(groupUrl)
    expect((await downloadBy(button.first()))[0]).toBe('Acme-domains.csv')
    expect(await downloadBy(button.last())).toEqual([
      'links.csv',
      expect.any(String),
      expect.stringContaining('Acme Corporation'),
    ])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a person finds reports about a domain that is not in the project, and adds it', async () => {
    const page = await open(`${domainUrl}/reports`)
    const other = { name: 'other.xml', mimeType: 'text/xml', buffer: aggregateReport('example.net') }
    await page.locator('input[type=file]').setInputFiles([other])
    await page.locator('.drop').getByText('other.xml').waitFor()
    await page.getByRole('link', { name: 'All domains' }).click()
    await page.getByRole('link', { name: 'Reports about other domains' }).click()
    await page.getByRole('cell', { name: 'example.net', exact: true }).waitFor()
    expect(await downloadBy(page.getByRole('button', { name: 'Download CSV' }))).toEqual([
      'other-reports.csv',
      expect.any(String),
      expect.stringContaining('example.net'),
    ])
    await page.getByRole('link', { name: 'receiver.example' }).click()
    // Its records are read once the domain is added.
    await page.getByRole('dialog').getByText('r-1', { exact: true }).waitFor()
    expect(await accessibilityFaults(page), 'a report').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Add domain' }).click()
    expect(await page.getByRole('textbox', { name: 'Domain' }).inputValue()).toBe('example.net')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a person registers a sender of AMP emails, records a step, and checks a message', async () => {
    const page = await open(`${service.url}/amp`)
    await page.getByRole('button', { name: 'Register a sender' }).click()
    await page.getByRole('textbox', { name: 'From email address' }).fill('news@example.com')
    await page.getByRole('checkbox', { name: 'Gmail' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/amp\/amp_/)
    ampUrl = page.url()
    await page.getByText('Check a message of this sender below').first().waitFor()
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText(/^Checked/).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('textbox', { name: 'Contact person' }).fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'Messages per month' }).fill('many')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('monthly_volume').waitFor()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByRole('textbox', { name: 'Messages per month' }).fill('40,000')
    await page.keyboard.press('Enter')
    const answers = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Answers for the form' }) })
    await answers.getByText('Ada Lovelace').waitFor()
    await answers.getByText('40000').waitFor()
    const message = 'From: news@example.com\r\nSubject: No AMP part\r\n\r\nText'
    const buffer = Buffer.from(message)
    const file = { name: 'news.eml', mimeType: 'message/rfc822', buffer }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await page.getByRole('heading', { name: 'Not ready' }).waitFor()
    await page.getByText('Correct what the checks of the message name').first().waitFor()
    await page.getByRole('link', { name: 'All senders' }).click()
    await page.getByRole('textbox', { name: 'Or paste its source' }).fill(message)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('heading', { name: 'Not ready' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  for (const look of looks)
    test(`its pages are accessible, fit their window and look as before: ${look.name}`, async () => {
      const page = await openInLook(context, look)
      // The content is in English; in Arabic only the frame around it differs.
      const tabs = look.locale === 'ar' ? [''] : ['', '/setup', '/sources', '/reports', '/policy', '/alerts']
      const lists = ['/domains', '/domains/groups', '/domains/quarantine', '/amp'].map((path) => service.url + path)
      for (const url of [...lists, ...tabs.map((tab) => domainUrl + tab), ampUrl, groupUrl]) {
        await checkPage(page, url, look)
      }
      await page.goto(reportUrl)
      expect(await accessibilityFaults(page), 'the page of the client').toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width)
      await page.context().close()
    })

  test('a revoked link opens nothing', async () => {
    const page = await open(groupUrl)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(/^Revoked on/).waitFor()
    expect((await fetch(reportUrl)).status).toBe(404)
    await page.close()
  })

  test('a group and a domain are removed once the person has confirmed; a refusal is shown on the page', async () => {
    const page = await open(groupUrl)
    await page.getByRole('button', { name: 'Delete group' }).click()
    expect(await accessibilityFaults(page), 'the question').toEqual([])
    // The harmless answer has the focus.
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
    await page.waitForURL(`${service.url}/domains/groups`)

    const second = await open(`${domainUrl}/setup`)
    await page.goto(`${domainUrl}/setup`)
    for (const each of [page, second]) {
      await each.getByRole('button', { name: 'Remove domain' }).click()
      await each
        .getByRole('dialog')
        .getByText(/^Removes example\.com/)
        .waitFor()
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
    await page.waitForURL(`${service.url}/domains`)
    await second.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await second.getByText('Domain not found').waitFor()
    await page.close()
    await second.close()
  })
})
