/** Two people on one email, each in a host page on another origin: looking, taking over, and coming back. */
import { beforeAll, expect, test } from 'bun:test'
import type { FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../scripts/editor.ts'
import type { Svc } from '../../sdk/browser/index.ts'
import { type HostPage, startHostPage } from '../sdk/browser/host/host-page.ts'

declare global {
  interface Window {
    svc: Svc
    pluginId: string
    getAuthToken: () => Promise<string>
  }
}

let given: HostPage

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
})

interface Person {
  page: Page
  editor: FrameLocator
  canvas: FrameLocator
  line: ReturnType<FrameLocator['locator']>
}

async function open(emailId: string, user: number, theme: 'light' | 'dark' = 'light'): Promise<Person> {
  const page = await given.open({ at: `${given.url}/?user=${user}` })
  await page.evaluate(
    async ({ id, look }) => {
      const ready = new Promise((resolve) => window.svc.once('ready', resolve))
      await window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: id },
        theme: look,
        getAuthToken: () => window.getAuthToken(),
      })
      await ready
    },
    { id: emailId, look: theme },
  )
  const editor = page.frameLocator('iframe').first()
  await editor.getByRole('application').waitFor()
  return { page, editor, canvas: editor.frameLocator('.canvas-frame'), line: editor.locator('.lock-line') }
}

/** Presses the tile of a heading and types its words. */
async function write({ page, editor, canvas }: Person, words: string): Promise<void> {
  await editor.locator('.svc-tile', { hasText: /^Heading$/ }).click()
  await canvas.locator('[data-typing]').first().waitFor()
  await page.keyboard.type(words)
  await saved(editor)
}

const saved = (editor: FrameLocator) =>
  editor
    .getByRole('status')
    .filter({ hasText: /^Saved · / })
    .first()
    .waitFor()

test('the second one looks on, takes over by a press, and the first one is told, looks on and comes back', async () => {
  const ann = await open('journey-two', 1)
  await write(ann, 'Words of Ann')
  const bob = await open('journey-two', 2)
  await bob.line.getByText('User 1 is editing this email. You can view it.').waitFor()
  expect(await bob.canvas.getByText('Words of Ann').count()).toBe(1)

  // What is saved there is seen here, without a reload.
  await ann.page.keyboard.type(' and more')
  await bob.canvas.getByText('Words of Ann and more').waitFor()

  await bob.line.getByRole('button', { name: 'Take over' }).click()
  await bob.line.waitFor({ state: 'detached' })
  await ann.line.getByText('User 2 took over this email').waitFor()
  await write(bob, 'Words of Bob')
  await ann.canvas.getByText('Words of Bob').waitFor()

  // The other is gone: this window edits again, by its next key.
  await bob.page.evaluate(() => window.svc.destroy())
  await bob.page.close()
  await ann.line.waitFor({ state: 'detached' })
  await write(ann, 'Ann again')
  const { html } = await ann.page.evaluate(() => window.svc.getHtml())
  for (const words of ['Words of Ann and more', 'Words of Bob', 'Ann again']) expect(html).toContain(words)
  await ann.page.close()
})

test('words that the loser had not saved are kept, and saved when that one takes over again', async () => {
  const ann = await open('journey-kept', 1)
  await write(ann, 'First')
  const bob = await open('journey-kept', 2, 'dark')
  await bob.line.getByRole('button', { name: 'Take over' }).click()
  await bob.line.waitFor({ state: 'detached' })
  await ann.page.keyboard.type(' and last')
  await ann.line.getByText('Your last changes are kept in this window and will be saved when you take over').waitFor()
  await write(bob, 'By Bob')
  await ann.line.getByRole('button', { name: 'Take over' }).click()
  await ann.line.waitFor({ state: 'detached' })
  await saved(ann.editor)
  await bob.line.getByText('User 1 took over this email').waitFor()
  await bob.canvas.getByText('First and last').waitFor()
  expect(await ann.canvas.getByText('By Bob').count()).toBe(1)
  await ann.page.close()
  await bob.page.close()
})

test('a refused take-over says why, and another window of the same person is called that', async () => {
  const one = await open('journey-refused', 7)
  await write(one, 'Mine')
  const two = await open('journey-refused', 7)
  await two.line.getByText('You are editing this email in another window').waitFor()
  await two.page.route('**/v1/plugin/lock', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const body = {
      error: 'Permission denied',
      code: 'PERMISSION_DENIED',
      details: 'This requires the level manage.',
      errorType: 'auth',
      isRecoverable: false,
    }
    await route.fulfill({ status: 403, json: body })
  })
  await two.line.getByRole('button', { name: 'Take over' }).click()
  await two.editor.getByText('Could not take over: This requires the level manage.').waitFor()
  await two.line.getByRole('button', { name: 'Take over', disabled: false }).waitFor()
  await two.page.close()
  await one.page.close()
})
