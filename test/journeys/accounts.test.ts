import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { totpAt } from '../../src/platform/identity/index.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'
import { checkPage, looks, openInLook } from './console-pages.ts'

const password = 'four unrelated words here'

/** What a camera reads from the screen. */
async function readQrCode(image: Locator): Promise<string> {
  const { data, info } = await sharp(await image.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

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
      page.on('console', (message) => {
        // What the service refuses is shown in words.
        const isRefusal = message.text().includes('a status of 422')
        if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
      })
    }
    await owner.goto(service.setupUrl ?? '')
    await owner.fill('#name', 'Ada Lovelace')
    await owner.fill('#email', 'ada@example.com')
    await owner.fill('#password', password)
    await owner.press('#password', 'Enter')
    await owner.waitForURL(`${service.url}/`)
  })

  test('an owner invites by keyboard, the guest creates an account, and both see it', async () => {
    await owner.getByRole('button', { name: /Ada Lovelace/ }).press('Enter')
    await owner.getByRole('menuitem', { name: 'Members' }).press('Enter')
    await owner.getByText('1 account in your company.').waitFor()
    await owner.getByRole('button', { name: 'Invite someone' }).press('Enter')
    const [dialog, once] = [owner.getByRole('dialog'), owner.getByRole('alertdialog')]
    await dialog.getByLabel('Email address').fill('nobody')
    await dialog.getByLabel('Role').selectOption('writer')
    await dialog.getByLabel('Email address').press('Enter')
    await dialog.getByText(/ust be an email address/).waitFor()
    await dialog.getByLabel('Email address').fill('grace@example.com')
    await dialog.getByLabel('Email address').press('Enter')
    const link = (await once.getByLabel('Link', { exact: true }).textContent()) ?? ''
    expect(link.startsWith(`${service.url}/invitation?token=`)).toBe(true)
    expect(await accessibilityFaults(owner)).toEqual([])
    await once.getByRole('button', { name: 'Done' }).press('Enter')
    await owner.getByRole('row', { name: /grace@example\.com writer/ }).waitFor()

    await guest.goto(link)
    expect(await guest.textContent('.lead')).toContain('grace@example.com')
    await guest.fill('#name', 'Grace Hopper')
    await guest.fill('#password', password)
    await guest.press('#password', 'Enter')
    await guest.waitForURL(`${service.url}/`)
    await guest.goto(`${service.url}/members`)
    await guest.getByRole('row', { name: /Grace Hopper You/ }).waitFor()
    expect(await guest.getByRole('button', { name: /^Manage/ }).count()).toBe(0)
    expect(await guest.getByRole('button', { name: 'Invite someone' }).count()).toBe(0)
  })

  test('a role is changed, an account disabled and enabled by undo, and removed once that is confirmed', async () => {
    await owner.goto(`${service.url}/members`)
    const act = async (name: string) => {
      await owner.getByRole('button', { name: 'Manage Grace Hopper' }).press('Enter')
      await owner.getByRole('menuitem', { name }).press('Enter')
    }
    const dialog = owner.getByRole('dialog')
    await act('Change the role')
    await dialog.getByLabel('Role').selectOption('reviewer')
    await dialog.getByRole('button', { name: 'Change role' }).press('Enter')
    await owner.getByRole('row', { name: /Grace Hopper .*reviewer/ }).waitFor()
    await act('Disable')
    await owner.getByRole('row', { name: /Grace Hopper Disabled/ }).waitFor()
    await owner.getByRole('button', { name: 'Undo' }).press('Enter')
    await owner.getByText('Grace Hopper can sign in again.').waitFor()
    await act('Create a link for a new password')
    const once = owner.getByRole('alertdialog')
    await once.getByText('/reset?token=').waitFor()
    await once.getByRole('button', { name: 'Done' }).press('Enter')
    await act('Remove for good')
    await owner.keyboard.press('Escape')
    await owner.getByRole('row', { name: /Grace Hopper/ }).waitFor()
    await act('Remove for good')
    await dialog.getByRole('button', { name: 'Remove for good' }).press('Enter')
    await owner.getByText('Grace Hopper is removed.').waitFor()
    await owner.goto(`${service.url}/members/roles`)
    await owner.getByRole('row', { name: /^reviewer/ }).waitFor()
  })

  test('a password is changed, an authenticator app turned on and off, and sessions are ended', async () => {
    await owner.goto(`${service.url}/account`)
    const dialog = owner.getByRole('dialog')
    await owner.getByRole('button', { name: 'Change password' }).press('Enter')
    await dialog.getByLabel('Current password').fill('wrong')
    await dialog.getByLabel('New password').fill(`${password} too`)
    await dialog.getByLabel('New password').press('Enter')
    await dialog.getByText('this is not your current password').waitFor()
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByLabel('New password').press('Enter')
    await owner.getByText('Your password is changed').waitFor()

    await owner.getByRole('button', { name: 'Set up an authenticator app' }).press('Enter')
    const scanned = new URL(await readQrCode(dialog.getByRole('img', { name: 'QR code of the key below' })))
    const key = (await dialog.getByLabel('Or enter this key in the app', { exact: true }).textContent()) ?? ''
    expect(decodeURIComponent(scanned.pathname)).toEndWith(':ada@example.com')
    expect(scanned.searchParams.get('secret')).toBe(key.replaceAll(' ', ''))
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totpAt(key.replaceAll(' ', ''), Date.now()))
    await dialog.getByLabel('Current password').fill(`${password} too`)
    await dialog.getByLabel('Current password').press('Enter')
    const once = owner.getByRole('alertdialog')
    await once.getByText('Save these recovery codes').waitFor()
    expect((await once.getByLabel('Recovery codes', { exact: true }).textContent())?.split('\n')).toHaveLength(10)
    expect(await accessibilityFaults(owner)).toEqual([])
    await once.getByRole('button', { name: 'I have saved them' }).press('Enter')
    await owner.getByRole('button', { name: 'Turn off' }).press('Enter')
    await dialog.getByLabel('Current password').fill(`${password} too`)
    await dialog.getByLabel('Current password').press('Enter')
    await owner.getByText('Two-factor sign-in is off.').waitFor()

    await guest.goto(`${service.url}/sign-in`)
    await guest.fill('#email', 'ada@example.com')
    await guest.fill('#password', `${password} too`)
    await guest.press('#password', 'Enter')
    await guest.waitForURL(`${service.url}/`)
    await owner.getByRole('link', { name: 'Sessions' }).press('Enter')
    await owner.getByRole('button', { name: 'Sign out all others' }).press('Enter')
    await owner.getByText('All other sessions have ended.', { exact: true }).waitFor()
    await guest.goto(`${service.url}/account/sessions`)
    expect(guest.url()).toBe(`${service.url}/sign-in?next=%2Faccount%2Fsessions`)
  })

  test('a passkey is added, named, signs in from the sign-in page, and is removed', async () => {
    const device = await owner.context().newCDPSession(owner)
    await device.send('WebAuthn.enable')
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await owner.goto(`${service.url}/account`)
    const dialog = owner.getByRole('dialog')
    const confirm = async (words: string) => {
      await dialog.getByLabel('Current password').fill(words)
      await dialog.getByLabel('Current password').press('Enter')
    }
    await owner.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await confirm('wrong')
    await dialog.getByText('this is not your current password').waitFor()
    await confirm(`${password} too`)
    const row = owner.getByRole('row', { name: /Chrome on Linux/ })
    await row.waitFor()
    // The device has one, so the browser saves no other.
    await owner.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await confirm(`${password} too`)
    await dialog.getByText('The browser saved no passkey.').waitFor()
    await owner.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Rename' }).press('Enter')
    await dialog.getByLabel('Name').fill('My laptop')
    expect(await accessibilityFaults(owner)).toEqual([])
    await dialog.getByLabel('Name').press('Enter')
    const named = owner.getByRole('row', { name: /My laptop .*not used yet/ })
    await named.waitFor()

    const signOut = async () => {
      await owner.getByRole('button', { name: /Ada Lovelace/ }).press('Enter')
      await owner.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
      await owner.waitForURL(`${service.url}/`)
      await owner.goto(`${service.url}/sign-in?next=%2Faccount`)
    }
    // Nobody touches the device until the button is pressed.
    const touch = (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    await touch(false)
    await signOut()
    const button = owner.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor()
    expect(await accessibilityFaults(owner)).toEqual([])
    await touch(true)
    await button.press('Enter')
    await owner.waitForURL(`${service.url}/account`)
    await owner.getByRole('row', { name: /My laptop/ }).waitFor()
    expect(await named.count()).toBe(0)

    await owner
      .getByRole('row', { name: /My laptop/ })
      .getByRole('button', { name: 'Remove' })
      .press('Enter')
    await confirm(`${password} too`)
    await owner.getByText('Your account has no passkey.').waitFor()
    await touch(false)
    await signOut()
    await button.waitFor()
    await touch(true)
    await button.press('Enter')
    await owner.getByRole('alert').getByText('No account has this passkey.').waitFor()
    await owner.fill('#email', 'ada@example.com')
    await owner.fill('#password', `${password} too`)
    await owner.press('#password', 'Enter')
    await owner.waitForURL(`${service.url}/account`)
    await device.detach()
  })

  for (const look of looks)
    test(`the pages are accessible, fit their window and look as before: ${look.name}`, async () => {
      const page = await openInLook(owner.context(), look)
      for (const path of [
        '/members',
        '/members?invite=1',
        '/members/roles',
        '/account',
        '/account/sessions',
        '/account/apps',
      ]) {
        await checkPage(page, service.url + path, look)
      }
      await page.context().close()
    })

  test('no page broke its policy', () => {
    expect(complaints).toEqual([])
  })
})
