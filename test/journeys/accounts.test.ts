import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

const password = 'four unrelated words here'

describe('accounts in a browser, on the executable', () => {
  let service: Running
  let owner: Page
  let guest: Page
  // Such as a style that the policy refuses.
  const complaints: string[] = []

  beforeAll(async () => {
    service = await startBinary()
    const browser = await openBrowser()
    owner = await (await browser.newContext()).newPage()
    guest = await (await browser.newContext()).newPage()
    for (const page of [owner, guest]) {
      page.setDefaultTimeout(20_000)
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    }
    await owner.goto(service.setupUrl ?? '')
    await owner.fill('#name', 'Ada Lovelace')
    await owner.fill('#email', 'ada@example.com')
    await owner.fill('#password', password)
    await owner.press('#password', 'Enter')
    await owner.waitForURL(`${service.url}/`)
  })

  test('an owner invites by keyboard, the guest creates an account, and both see it', async () => {
    await owner.goto(`${service.url}/members`)
    await owner.fill('#email', 'grace@example.com')
    await owner.selectOption('#role', 'writer')
    await owner.press('#email', 'Enter')
    const link = (await owner.textContent('.once .pick')) ?? ''
    expect(link.startsWith(`${service.url}/invitation?token=`)).toBe(true)
    expect(await accessibilityFaults(owner)).toEqual([])

    await guest.goto(link)
    expect(await guest.textContent('.lead')).toContain('grace@example.com')
    await guest.fill('#name', 'Grace Hopper')
    await guest.fill('#password', password)
    await guest.press('#password', 'Enter')
    await guest.waitForURL(`${service.url}/`)
    await guest.goto(`${service.url}/members`)
    expect(await guest.locator('.people li').count()).toBe(2)
    expect(await guest.locator('details').count()).toBe(0)
    await owner.goto(`${service.url}/members`)
    expect(await owner.locator('.people li', { hasText: 'Grace Hopper' }).locator('.role').textContent()).toContain(
      'writer',
    )
  })

  test('a removal needs the checkbox, in the browser too', async () => {
    const row = owner.locator('.people li', { hasText: 'Grace Hopper' })
    await row.locator('summary').press('Enter')
    await row.getByRole('button', { name: 'Remove' }).press('Enter')
    expect(await row.locator('input[name=sure]:focus').count()).toBe(1)
    expect(owner.url()).toBe(`${service.url}/members`)
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [375, 1280])
      for (const path of ['/members', '/account'])
        test(`${path} is accessible and fits ${width} px in ${colorScheme}, from the right too`, async () => {
          await owner.setViewportSize({ width, height: 900 })
          await owner.emulateMedia({ colorScheme })
          await owner.goto(service.url + path)
          await owner.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
          expect(await accessibilityFaults(owner)).toEqual([])
          for (const direction of ['ltr', 'rtl']) {
            await owner.evaluate(`document.documentElement.dir = '${direction}'`)
            expect(await owner.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
            const folder = process.env['SVC_TEST_SHOTS']
            if (folder !== undefined)
              await owner.screenshot({
                path: `${folder}/${path.slice(1)}-${width}-${colorScheme}-${direction}.png`,
                fullPage: true,
              })
          }
        })

  test('no page broke its policy', () => {
    expect(complaints).toEqual([])
  })
})
