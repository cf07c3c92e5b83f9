/** The editor in a host page on another origin, against the service: saved by itself, offline, signed out, in two windows. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../scripts/editor.ts'
import type { Svc, SvcEvents } from '../../sdk/browser/index.ts'
import { type HostPage, startHostPage } from '../sdk/browser/host/host-page.ts'

declare global {
  interface Window {
    svc: Svc
    pluginId: string
    getAuthToken: () => Promise<string>
    changes: SvcEvents['change'][]
  }
}

let given: HostPage

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
})

interface OpenHost {
  page: Page
  editor: FrameLocator
}

async function openHost(emailId: string, locale = 'en'): Promise<OpenHost> {
  const page = await given.open()
  await page.evaluate(
    async ({ id, language }) => {
      // Keys are heard from then on.
      const ready = new Promise((resolve) => window.svc.once('ready', resolve))
      await window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: id },
        locale: language,
        getAuthToken: () => window.getAuthToken(),
      })
      await ready
    },
    { id: emailId, language: locale },
  )
  const editor = page.frameLocator('iframe').first()
  await editor.getByRole('application').waitFor()
  return { page, editor }
}

const saved = (editor: FrameLocator) =>
  editor
    .getByRole('status')
    .filter({ hasText: /^Saved · / })
    .first()
    .waitFor()

async function insert({ page, editor }: OpenHost, name: string): Promise<void> {
  await editor.getByRole('application', { name: 'Email' }).focus()
  await page.keyboard.press('/')
  await editor.getByRole('dialog', { name: 'Insert a block' }).waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await editor.getByRole('dialog').waitFor({ state: 'detached' })
}

const html = ({ page }: OpenHost) => page.evaluate(async () => (await window.svc.getHtml()).html)

describe('the editor in a page of somebody else', () => {
  test('saves by itself what is built, and another window finds it', async () => {
    const host = await openHost('journey-build')
    await insert(host, 'heading')
    await insert(host, 'button')
    await saved(host.editor)
    expect(await html(host)).toContain('Learn more')
    await host.page.evaluate(() => window.svc.save())
    await host.page.close()

    const again = await openHost('journey-build')
    expect(await html(again)).toContain('Learn more')
    await again.page.close()
  })

  test('begins an email in the language of whoever begins it, words and all', async () => {
    const host = await openHost('journey-language', 'de')
    await host.editor.locator('.starter').first().click()
    await host.editor
      .getByText(/^Gespeichert · /)
      .first()
      .waitFor()
    expect(await html(host)).toContain('Mehr erfahren')
    await host.page.close()

    const again = await openHost('journey-language', 'fr')
    expect(await html(again)).toMatch(/<html[^>]* lang="de"/)
    await again.page.close()
  })

  test('keeps what is done while there is no network, and sends it when it is back', async () => {
    const host = await openHost('journey-offline')
    await insert(host, 'divider')
    await saved(host.editor)
    await given.context.setOffline(true)
    await insert(host, 'button')
    await host.editor.getByRole('button', { name: /^Offline – 1 change pending/ }).waitFor()
    await insert(host, 'heading')
    await given.context.setOffline(false)
    await saved(host.editor)
    await host.page.close()

    const again = await openHost('journey-offline')
    expect(await html(again)).toContain('Learn more')
    await again.page.close()
  })

  test('goes on when the token runs out while somebody works', async () => {
    const host = await openHost('journey-token')
    await insert(host, 'text')
    await saved(host.editor)
    given.sign('expired')
    await host.page.keyboard.type('Nobody loses a word')
    await host.editor
      .locator('.saved')
      .getByText(/^Signed out – \d+ changes? pending/)
      .waitFor()
    await host.page.keyboard.type(' of this')
    given.sign('good')
    await host.page.keyboard.press('Escape')
    await saved(host.editor)
    expect(await html(host)).toContain('Nobody loses a word of this')
    await host.page.close()
  })

  test('lets one window edit and the other look, until that one takes over', async () => {
    const first = await openHost('journey-lock')
    await insert(first, 'heading')
    await saved(first.editor)
    await first.editor.getByRole('application', { name: 'Email' }).focus()
    const second = await openHost('journey-lock')
    await second.editor.getByText('You are editing this email in another window').waitFor()
    await second.editor.getByRole('button', { name: 'Take over' }).click()
    await second.editor.getByText('You are editing this email in another window').waitFor({ state: 'detached' })
    await insert(second, 'button')
    await saved(second.editor)
    // Without a key or a press there.
    await first.editor.getByText('This email was taken over in another window').waitFor()
    await first.page.close()
    await second.page.close()
  })
})
