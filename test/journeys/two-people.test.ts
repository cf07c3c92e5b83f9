/** Two people on one email, each in a host page on another origin: looking, taking over, and coming back. */
import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../scripts/editor.ts'
import { limits } from '../../src/kernel/limits.ts'
import type { Svc } from '../../sdk/browser/index.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
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

/** The pause after which a request without a response lets its requester take over has passed. */
async function passPause(emailId: string): Promise<void> {
  await given.service.store.tx(async (db) => {
    const { templates } = db.tables
    const [row] = await db.select().from(templates).where(eq(templates.externalId, emailId))
    if (row?.lockRequest == null) throw new Error('no request')
    const lockRequest = { ...row.lockRequest, at: row.lockRequest.at - limits.lockRequestSeconds * 1000 }
    await db.update(templates).set({ lockRequest }).where(eq(templates.id, row.id))
  })
}

/** Of the editor, not of the page around it. */
const faultsOf = ({ page }: Person) => accessibilityFaults(page.mainFrame().childFrames()[0] as Frame)

/** Asks, gets no answer, and takes over. */
async function takeOver({ line }: Person, emailId: string): Promise<void> {
  await line.getByRole('button', { name: 'Ask to edit' }).click()
  await line.getByText('Without a response in 30 seconds you can take over').waitFor()
  expect(await line.getByRole('button').count()).toBe(0)
  await passPause(emailId)
  await line.getByText('has not responded. You can take over.').waitFor()
  await line.getByRole('button', { name: 'Take over' }).click()
  await line.waitFor({ state: 'detached' })
}

test('the second one asks, the first one hands over while typing, and is handed it back; no word is lost', async () => {
  const ann = await open('journey-asked', 1)
  await write(ann, 'Words of Ann')
  const bob = await open('journey-asked', 2, 'dark')
  await bob.line.getByRole('button', { name: 'Ask to edit' }).waitFor()
  expect(await faultsOf(bob)).toEqual([])
  await bob.line.getByRole('button', { name: 'Ask to edit' }).click()
  await ann.editor.getByRole('alert').getByText('User 2 asks to edit this email').waitFor()
  expect(await faultsOf(ann)).toEqual([])
  await ann.page.keyboard.type(' and more')
  await ann.line.getByRole('button', { name: 'Hand over' }).click()
  await ann.line.getByText('You handed this email over to User 2').waitFor()
  expect(await faultsOf(ann)).toEqual([])
  await bob.line.waitFor({ state: 'detached' })
  await bob.editor.getByRole('log').getByText('User 1 handed this email over. You can edit it.').waitFor()
  await bob.canvas.getByText('Words of Ann and more').waitFor()
  await write(bob, 'Words of Bob')

  // The holder keeps it: both are told.
  await ann.line.getByRole('button', { name: 'Ask to edit' }).click()
  await bob.line.getByRole('button', { name: 'Keep editing' }).click()
  await bob.line.waitFor({ state: 'detached' })
  await ann.line.getByText('User 2 keeps editing.').waitFor()
  expect(await ann.line.getByRole('button').count()).toBe(0)
  await bob.page.keyboard.type(' too')
  await ann.canvas.getByText('Words of Bob too').waitFor()
  const { html } = await ann.page.evaluate(() => window.svc.getHtml())
  for (const words of ['Words of Ann and more', 'Words of Bob too']) expect(html).toContain(words)
  await ann.page.close()
  await bob.page.close()
})

test('the second one looks on, takes over without an answer, and the first one is told, looks on and comes back', async () => {
  const ann = await open('journey-two', 1)
  await write(ann, 'Words of Ann')
  const bob = await open('journey-two', 2)
  await bob.line.getByText('User 1 is editing this email. You can view it.').waitFor()
  expect(await bob.canvas.getByText('Words of Ann').count()).toBe(1)

  // What is saved there is seen here, without a reload.
  await ann.page.keyboard.type(' and more')
  await bob.canvas.getByText('Words of Ann and more').waitFor()

  await takeOver(bob, 'journey-two')
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
  await takeOver(bob, 'journey-kept')
  // At once: the rest of what is typed slowly would meet a window that is only read.
  await ann.page.keyboard.insertText(' and last')
  await ann.line.getByText('Your last changes are kept in this window and will be saved when you take over').waitFor()
  await write(bob, 'By Bob')
  await ann.line.getByRole('button', { name: 'Ask to edit' }).click()
  await bob.line.getByRole('button', { name: 'Hand over' }).click()
  await ann.line.waitFor({ state: 'detached' })
  await saved(ann.editor)
  await bob.line.getByText('You handed this email over to User 1').waitFor()
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
