import { expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright-core'
import type { EmailDocument } from '../../src/email/document/index.ts'
import { openAlone } from './page/open.ts'
import { panelApi, panelEmail } from './page/panel-email.ts'

const translationsOf = (document: EmailDocument) => document.translations?.locales['ar'] ?? {}
const field = (page: Page, key: string) =>
  page.locator(`[data-translation="${key}"] :is(input, .svc-rich-field)`).first()
const counted = (page: Page, text: string) => page.locator('.svc-languages').getByText(text, { exact: true }).waitFor()
const bodyHas = (frame: Frame, text: string) => frame.getByText(text).first().waitFor()

test('an email is translated by keyboard, and knows what is missing, out of date and gone', async () => {
  const { page, frame, document, complaints } = await openAlone({ document: panelEmail(), api: panelApi, width: 1366 })
  await page.getByRole('button', { name: 'Add a language' }).press('Enter')
  await page.getByRole('combobox', { name: 'Add a language' }).fill('ar')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await counted(page, '0 of 10 translated')
  await frame.locator('html[dir=rtl]').waitFor()

  await field(page, 'go.label').focus()
  await page.keyboard.type('ابدأ الآن')
  await bodyHas(frame, 'ابدأ الآن')
  // One cell of a table; the others stay those of the original until they are translated.
  await field(page, 'prices.head').focus()
  await page.keyboard.type('خطة')
  await bodyHas(frame, 'خطة')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('باقة')
  await bodyHas(frame, 'باقة')
  const copy = page.locator('[data-translation="intro.text"]').getByRole('button', { name: 'Copy the original' })
  await copy.press('Enter')
  await field(page, 'intro.text').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' نعم')
  const cell = (text: string) => [{ type: 'paragraph', runs: [{ text }] }]
  const runs = [{ text: 'We are ' }, { text: 'glad', bold: true }, { text: ' that you are here. نعم' }]
  await bodyHas(frame, 'نعم')
  expect(translationsOf(await document())).toEqual({
    'go.label': 'ابدأ الآن',
    'prices.head': [cell('باقة'), cell('Price')],
    'intro.text': [{ type: 'paragraph', runs }],
  })
  await counted(page, '3 of 10 translated')
  await page.locator('[data-translation="go.label"] .svc-translation-of').press('Enter')
  expect(await page.evaluate(`editor.selection.value`)).toBe('go')
  await page.keyboard.press('Delete')
  expect(await page.evaluate(`editor.outline.value.entries.has('go')`)).toBe(true)
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])

  // Loaded again as it was saved.
  const again = await openAlone({ document: await document(), api: panelApi, width: 375 })
  const other = again.page
  const shown = other.getByRole('combobox', { name: 'Language of the email' })
  await shown.selectOption('ar')
  await bodyHas(again.frame, 'ابدأ الآن')
  await other.getByRole('button', { name: 'Back to English' }).press('Enter')
  await bodyHas(again.frame, 'Get started')
  await again.change([{ op: 'set', id: 'go', props: { label: 'Start now' } }])
  await other.getByRole('tab', { name: 'Checks' }).click()
  const line = other.locator('.svc-language-checks')
  await line.getByText('7 missing, 1 out of date').waitFor()
  await line.getByRole('button', { name: 'Languages' }).press('Enter')
  await counted(other, '3 of 10 translated · 1 out of date')
  await other.locator('.svc-languages').getByRole('radio', { name: 'Out of date' }).check()
  expect(await other.locator('.svc-translation').count()).toBe(1)
  await other.getByRole('button', { name: 'Still right' }).press('Enter')
  await counted(other, '3 of 10 translated')

  await other.evaluate(`editor.open.value = 'preview'`)
  const dialog = other.getByRole('dialog')
  const shownIn = other.frameLocator('.svc-email-frame')
  expect(await dialog.getByRole('combobox', { name: 'Language of the email' }).inputValue()).toBe('ar')
  await shownIn.getByText('ابدأ الآن').waitFor()
  await dialog.getByRole('combobox', { name: 'Language of the email' }).selectOption('en')
  await shownIn.getByText('Start now').waitFor()
  await other.keyboard.press('Escape')

  await other.evaluate(`editor.language.value = undefined; editor.selection.value = 'go'; editor.run('delete')`)
  expect(Object.keys(translationsOf(await again.document()))).toEqual(['prices.head', 'intro.text'])
  await other.evaluate(`editor.run('undo')`)
  expect(Object.keys(translationsOf(await again.document()))).toContain('go.label')
})
