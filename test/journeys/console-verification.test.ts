/** Verification in the console of the executable: one address, a list with its downloads, credits. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'
import { checkPage, looks, openInLook } from './console-pages.ts'

const kinds = ['mailbox_exists', 'full_inbox', 'not_found']

/** Semicolons, Windows-1252, a quoted line break, a duplicate and a value that is no email address. */
const customers = Buffer.from(
  'Name;Mail;Stadt\r\n' +
    Array.from(
      { length: 90 },
      (_, index) => `"Jörg\n${index}";${kinds[index % 3]}+${index}@sandbox.test;Köln\r\n`,
    ).join('') +
    'Twice;mailbox_exists+0@sandbox.test;Bonn\r\nNone;not an address;Ulm\r\n',
  'latin1',
)

describe('verification in the console', () => {
  let service: Running
  let context: BrowserContext
  const complaints: string[] = []

  beforeAll(async () => {
    service = await startBinary()
    context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    const page = await open(service.setupUrl ?? '')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('four unrelated words here')
    await page.keyboard.press('Enter')
    await page.locator('.page-head').waitFor()
    await page.close()
  })

  async function open(url: string): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => void complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
    })
    await page.goto(url)
    return page
  }

  test('one address has its verdict, reason and evidence in words', async () => {
    const page = await open(`${service.url}/verification`)
    for (const [kind, verdict, reason] of [
      ['mailbox_exists', 'Safe to send', 'The mail server confirmed'],
      ['full_inbox', 'Risky', 'The mailbox exists, and is full.'],
      ['not_found', 'Not deliverable', 'The mail server rejected the mailbox'],
      ['greylisted', 'Not known', 'The mail server deferred the probe'],
    ] as const) {
      await page.getByLabel('Email address').fill(`${kind}@sandbox.test`)
      await page.keyboard.press('Enter')
      const result = page.locator('.verdict').filter({ hasText: `${kind}@sandbox.test` })
      await result.getByRole('heading', { name: verdict, exact: true }).waitFor()
      if (kind !== 'mailbox_exists') expect(await result.innerText()).toContain(reason)
      await page.getByText('The syntax is valid.').waitFor()
    }
    await page.close()
  })

  test('a list is dropped, counted, verified, followed and downloaded with its other columns', async () => {
    const page = await open(`${service.url}/verification/lists`)
    await page.getByText('No list yet').waitFor()
    const buffer = customers
    await page.locator('input[type=file]').setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('heading', { name: 'First rows of kunden.csv' }).waitFor()
    expect(await page.getByLabel('Column with the email addresses').inputValue()).toBe('1')
    await page.getByText('92 rows, 90 to verify, 1 duplicates, 1 that are no email addresses.').waitFor()
    await page.getByRole('button', { name: 'Verify this list' }).click()
    await page.waitForURL(/\/verification\/lists\/job_/)
    await page.getByText('Completed').waitFor()
    const rowOf = (verdict: string) => page.getByRole('row', { name: new RegExp(`^${verdict} `) })
    expect(await rowOf('Safe to send').innerText()).toContain('31')
    expect(await rowOf('Not deliverable').innerText()).toContain('31')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Risky as CSV' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^job_\w+-risky\.csv$/)
    const rows = readFileSync(await saved.path(), 'utf8')
    expect(rows.match(/full_inbox/g)?.length).toBeGreaterThanOrEqual(30)
    expect(rows).toContain('Köln')
    await page.getByRole('button', { name: 'Show as a table' }).click()
    const addresses = page.getByRole('group', { name: 'Addresses' })
    await addresses.getByRole('row').nth(92).waitFor()
    await page.getByLabel('Verdict').selectOption({ label: 'Risky' })
    await addresses.getByText('Safe to send').first().waitFor({ state: 'detached' })
    expect(await addresses.getByRole('row').count()).toBe(1 + rows.trimEnd().split('\r\n').length - 1)
    await page.getByRole('link', { name: 'All lists' }).click()
    await page.getByRole('row', { name: /Completed 92/ }).waitFor()
    await page.getByLabel('Status').selectOption('failed')
    await page.getByText('No list with this status').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a workbook is refused in words, pasted addresses are accepted, an unknown list is an error with a way back', async () => {
    const page = await open(`${service.url}/verification/lists`)
    const buffer = Buffer.from('PK\x03\x04 [Content_Types].xml')
    await page.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: 'text/csv', buffer })
    await page.getByText('a.xlsx: this is a workbook').waitFor()
    await page.getByLabel('Or paste addresses').fill('role@sandbox.test\nnot_found@sandbox.test')
    await page.getByRole('button', { name: 'Use these' }).click()
    await page.getByText('2 rows, 2 to verify').waitFor()
    await page.goto(`${service.url}/verification/lists/job_00000000000000000000000000`)
    await page.getByRole('main').getByRole('link', { name: 'Verification', exact: true }).waitFor()
    await page.close()
  })

  test('entries are pasted, decide a verdict, are found, edited, removed and put back, and imported from a download', async () => {
    const page = await open(`${service.url}/verification/allow-block`)
    await page.getByText('No entry yet').waitFor()
    await page.getByRole('button', { name: 'Add entries' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email addresses and domains').fill('role@sandbox.test\nblocked.test\nanna@')
    await dialog.getByLabel('Note').fill('Asked not to be contacted')
    await dialog.getByRole('button', { name: 'Add 3 entries' }).press('Enter')
    await dialog.getByText('1 line is neither').waitFor()
    expect(await dialog.getByLabel('Email addresses and domains').inputValue()).toBe('anna@')
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /^sandbox\.test one address.*Not deliverable.*Asked not/ }).waitFor()

    await page.goto(`${service.url}/verification`)
    await page.getByLabel('Email address').fill('role@sandbox.test')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Not deliverable', exact: true }).waitFor()

    await page.goto(`${service.url}/verification/allow-block`)
    await page.getByRole('button', { name: 'Edit: blocked.test' }).click()
    await dialog.getByLabel('Allow: always send').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /^blocked\.test.*Safe to send/ }).waitFor()

    await page.getByRole('button', { name: 'Remove: An address at sandbox.test' }).click()
    await dialog.getByText('The address is not stored').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Email address or domain').fill('Role@sandbox.test')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove: Role@sandbox.test' }).click()
    await page.getByText('No entry matches').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Edit: Role@sandbox.test' }).waitFor()

    await page.goto(`${service.url}/verification/allow-block`)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    await page.getByRole('button', { name: 'Remove: blocked.test' }).click()
    await page.getByText('blocked.test is removed.').waitFor()
    await page.getByRole('button', { name: 'Add entries' }).click()
    await dialog.locator('input[type=file]').setInputFiles(await saved.path())
    await dialog.getByText('1 row without an address is left out').waitFor()
    await dialog.getByRole('button', { name: 'Add 1 entry' }).click()
    await page.getByRole('row', { name: /^blocked\.test.*Safe to send.*Asked not/ }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('outcomes are reported from a file and by hand, and compared', async () => {
    const page = await open(`${service.url}/verification/feedback`)
    await page.getByText('No outcome reported yet').waitFor()
    await page.getByRole('button', { name: 'Report outcomes' }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from(
      'email;outcome;reply\na@outcome.test;delivered;\nb@outcome.test;bounced;550 5.1.1 User unknown\n',
    )
    await dialog.locator('input[type=file]').setInputFiles({ name: 'sent.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Report 2 addresses' }).click()
    await page.getByRole('row', { name: 'Not verified 1 0 1 50%' }).waitFor()
    await page.getByRole('button', { name: 'Report outcomes' }).click()
    await dialog.getByLabel('Complained', { exact: true }).check()
    await dialog.getByLabel('Email addresses').fill('c@outcome.test\nnobody')
    await dialog.getByRole('button', { name: 'Report 2 addresses' }).press('Enter')
    await dialog.getByText('1 line was refused').waitFor()
    expect(await dialog.getByLabel('Email addresses').inputValue()).toBe('nobody')
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: 'Not verified 1 1 1 66.7%' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a list of 300 entries renders what is near the screen, and keeps the focus, the keyboard and the search', async () => {
    const entries = Array.from({ length: 300 }, (_, index) => ({ list: 'block', value: `shop-${index}.example` }))
    const stored = await fetch(`${service.url}/v1/verify/lists/bulk`, {
      method: 'POST',
      headers: { 'Svc-Api-Auth': service.apiKey ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ entries }),
    })
    expect(stored.status).toBe(200)
    const page = await open(`${service.url}/verification/allow-block`)
    const rows = page.locator('.table tbody tr:not(.left-out)')
    const more = page.getByRole('button', { name: 'Show more' })
    await rows.first().waitFor()
    while (await more.isVisible()) await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const count = Number(await page.locator('table').getAttribute('aria-rowcount'))
    expect(count).toBeGreaterThanOrEqual(301)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.locator(`tr[aria-rowindex="${count}"]`).waitFor()
    expect(await rows.count()).toBeLessThan(60)

    await page.evaluate('scrollTo(0, 0)')
    await page.locator('tr[aria-rowindex="2"]').getByRole('button').last().focus()
    const isFocused = () => page.evaluate(`document.activeElement.closest('tr')?.ariaRowIndex`)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.locator(`tr[aria-rowindex="${count}"]`).waitFor()
    expect(await isFocused()).toBe('2')
    await page.keyboard.press('Tab')
    expect(await isFocused()).toBe('3')

    await page.getByRole('searchbox', { name: 'Find in this list' }).fill('shop-14')
    await page.getByText('1 of 11', { exact: true }).waitFor()
    const found = page.locator('tr[data-found]')
    const first = await found.innerText()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 11', { exact: true }).waitFor()
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>('tr[data-found]')?.innerText !== before,
      first,
    )
    expect(await found.innerText()).toContain('shop-14')
    expect(await accessibilityFaults(page)).toEqual([])

    await page.setViewportSize({ width: 375, height: 800 })
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await page.evaluate('scrollTo(0, 9000)')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    expect(await rows.count()).toBeLessThan(60)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate("document.documentElement.dir = 'ltr'")
    await page.evaluate('scrollTo(0, 0)')
    await page.close()
  })

  for (const look of looks)
    test(`its pages are accessible, fit their window and look as before: ${look.name}`, async () => {
      const page = await openInLook(context, look)
      for (const path of [
        '',
        '/lists',
        '/allow-block',
        '/feedback',
        '/block-lists',
        '/domain-setup',
        '/spam-traps',
        '/finder',
        '/credits',
      ]) {
        // The chart of credits begins with the month.
        await checkPage(page, `${service.url}/verification${path}`, look, { varies: path === '/credits' })
      }
      await page.context().close()
    })
})
