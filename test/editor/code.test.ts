import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { EditorConfig } from '../../src/editor/bridge/index.ts'
import { applyCode, discard, draftOf, leaveCode, printCode, takeOver } from '../../src/editor/code/draft.ts'
import { foldHtml, layOutHtml } from '../../src/editor/code/layout.ts'
import { showMode } from '../../src/editor/commands/show-mode.ts'
import { printEmail } from '../../src/editor/code/print-email.ts'
import type { EmailDocument } from '../../src/email/document/index.ts'
import { importEmail } from '../../src/surfaces/templates/template/importing/import-email.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { until } from '../support/until.ts'
import { emailOf, welcomeEmail } from './page/emails.ts'
import { headless } from './page/headless.ts'
import { openAlone } from './page/open.ts'
import { panelEmail } from './page/panel-email.ts'
import { failureOf } from './page/service.ts'
import { processorMs } from '../support/processor-time.ts'

/** As the service reads it. */
function importHtml({ html, document: base }: { html: string; document?: EmailDocument }) {
  const outcome = importEmail({ html, title: 'Test', cdnUrl: '', ...(base === undefined ? {} : { base }) })
  if ('failure' in outcome) throw new Error(outcome.failure.code)
  return { document: outcome.document, warnings: outcome.report.warnings }
}

const api = { importHtml: async (content: { html: string; document?: EmailDocument }) => importHtml(content) }
const rawEmail = (content: string) =>
  emailOf([{ type: 'section', columns: [{ type: 'column', blocks: [{ type: 'html', html: content }] }] }])

function withPreheader(preheader: string): EmailDocument {
  const email = welcomeEmail()
  return { ...email, meta: { ...email.meta, preheader } }
}

describe('the lines of the HTML', () => {
  for (const [name, email] of Object.entries({
    welcome: welcomeEmail(),
    panels: panelEmail(),
    raw: rawEmail('<ul><li>One <b>two</b> <i>three</i></li></ul><pre>a\n b</pre>'),
    broken: rawEmail('<p>An open <b>tag & a < sign</p> <!-- and'),
  }))
    test(`are folded back to the same bytes: ${name}`, () => {
      const { html, text, restore } = printCode(email, () => undefined)
      expect(restore(text)).toBe(html)
      expect(text.split('\n').length).toBeGreaterThan(20)
    })

  test('do not show the filler after the preheader, which is restored when they are applied', async () => {
    const email = withPreheader('A first look')
    const { html, text, restore } = printCode(email, () => undefined)
    expect(html).toContain('A first look&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;')
    expect(text).not.toMatch(/&#847;|&zwnj;/)
    expect(restore(text)).toBe(html)
    const changed = text.replace('A first look</div>', 'Another look</div>')
    expect(restore(changed)).toMatch(/Another look(?:&#847;&zwnj;&nbsp;){20,}<\/div>/)
    const editor = await headless(email, { api })
    draftOf(editor).text.value = changed
    await applyCode(editor, 'Edit HTML')
    expect(editor.document.peek()).toEqual(withPreheader('Another look'))
    expect(draftOf(editor).text.peek()).toContain('Another look</div>')
  })

  test('have no filler where the email has no preheader, or the text no longer has it', () => {
    const plain = printCode(welcomeEmail(), () => undefined)
    expect(plain.restore(plain.text)).toBe(plain.html)
    const { text, restore } = printCode(withPreheader('A first look'), () => undefined)
    expect(restore(text.replace(/<div style="display:none[^>]*>[^<]*<\/div>/, ''))).not.toContain('&zwnj;')
  })

  test('stay as they are where the email has lines of its own', () => {
    const html = '<table>\n\n<tr><td>a</td></tr></table>'
    expect(layOutHtml(html)).toBe(html)
  })

  test('keep the space between words, and what is written as it is', () => {
    const html = '<td><p>One <b>two</b> <i>three</i></p><a>x</a></td><td></td>'
    expect(layOutHtml(html)).toBe(
      '\n<td>\n  <p>One <b>two</b> <i>three</i></p>\n  <a>x</a>\n</td>\n<td></td>'.trimStart(),
    )
    expect(foldHtml('<b>a</b>\n<i>b</i>')).toBe('<b>a</b>\n<i>b</i>')
  })

  test('are found in time that grows with the text, whatever it is', () => {
    const began = processorMs()
    foldHtml('<a "'.repeat(20_000))
    foldHtml('<!--'.repeat(5_000))
    layOutHtml('<td>'.repeat(20_000))
    expect(processorMs() - began).toBeLessThan(20_000)
  })
})

describe('applying', () => {
  test('unchanged text makes no operation and no request', async () => {
    const editor = await headless(welcomeEmail())
    draftOf(editor)
    await applyCode(editor, 'Edit HTML')
    expect(editor.history.peek().canUndo).toBe(false)
  })

  test('the same text read again is the same document', () => {
    for (const email of [welcomeEmail(), panelEmail()]) {
      const { html, text } = printCode(email, () => undefined)
      for (const given of [html, text]) {
        expect(importHtml({ html: given, document: email })).toEqual({ document: email, warnings: [] })
      }
    }
  })

  test('changes of a word and an attribute are one undo step', async () => {
    const before = welcomeEmail()
    const editor = await headless(before, { api })
    const draft = draftOf(editor)
    draft.text.value = draft.text.value
      .replace('aboard', 'ashore')
      .replaceAll('https://example.com/start', 'https://example.com/go')
    await applyCode(editor, 'Edit HTML')
    expect(editor.history.peek()).toEqual({ canUndo: true, canRedo: false, undoLabel: 'Edit HTML' })
    expect(editor.outline.peek().entries.get('go')?.node).toMatchObject({ href: 'https://example.com/go' })
    expect([draft.isChanged.peek(), draft.text.peek().includes('Welcome ashore')]).toEqual([false, true])
    const after = editor.document.peek()
    editor.undo()
    expect(editor.document.peek()).toEqual(before)
    editor.redo()
    expect(editor.document.peek()).toEqual(after)
  })

  test('changes that others made meanwhile are kept', async () => {
    const editor = await headless(welcomeEmail(), { api })
    const draft = draftOf(editor)
    draft.text.value = draft.text.value.replace('aboard', 'ashore')
    editor.change('Other', [{ op: 'set', id: 'go', props: { label: 'Theirs' } }])
    await applyCode(editor, 'Edit HTML')
    expect(editor.outline.peek().entries.get('go')?.node).toMatchObject({ label: 'Theirs' })
    expect(draft.text.peek()).toContain('Welcome ashore')
    expect(draft.text.peek()).toContain('Theirs')
  })

  test('changes without a property are listed before they are applied', async () => {
    const editor = await headless(welcomeEmail(), { api })
    const draft = draftOf(editor)
    draft.text.value = draft.text.value.replace('<div role="article"', '<div data-mine="1" role="article"')
    await applyCode(editor, 'Edit HTML')
    const step = draft.step.peek()
    if (step.kind !== 'reviewing') throw new Error(step.kind)
    expect(step.review.warnings).not.toEqual([])
    expect([editor.history.peek().canUndo, draft.isChanged.peek()]).toEqual([false, true])
    takeOver(editor, step.review, 'Edit HTML')
    expect([editor.history.peek().canUndo, draft.isChanged.peek()]).toEqual([false, false])
  })

  const text = (html: string) => html.replace('aboard', 'ashore')
  test('without connection, with too much text, or with a lock, the text stays', async () => {
    const offline = await headless(welcomeEmail(), {
      api: { importHtml: () => Promise.reject(failureOf('NETWORK_ERROR')) },
    })
    const locked = welcomeEmail()
    const hero = { ...locked.rows[0], lock: { content: true } }
    const held = await headless(emailOf([hero, ...locked.rows.slice(1)]), { api })
    const large = await headless(welcomeEmail(), { api })
    for (const [editor, change, why] of [
      [offline, text, 'offline'],
      [held, text, 'refused'],
      [large, (html: string) => html + ' '.repeat(1024 * 1024), 'tooLarge'],
    ] as const) {
      const draft = draftOf(editor)
      const before = editor.document.peek()
      draft.text.value = change(draft.text.value)
      await applyCode(editor, 'Edit HTML')
      expect(draft.step.peek()).toMatchObject({ kind: 'failed', refusal: { why } })
      expect([draft.isChanged.peek(), editor.document.peek()]).toEqual([true, before])
    }
  })

  test('leaving asks for confirmation only with unapplied changes', async () => {
    const editor = await headless(welcomeEmail(), { api })
    await showMode(editor, 'code')
    const draft = draftOf(editor)
    draft.text.value += ' '
    leaveCode(editor)
    expect([editor.mode.peek(), draft.step.peek().kind]).toEqual(['code', 'leaving'])
    discard(editor)
    expect([editor.mode.peek(), draft.isChanged.peek()]).toEqual(['visual', false])
    await showMode(editor, 'code')
    await showMode(editor, 'visual')
    expect(editor.mode.peek()).toBe('visual')
  })
})

const shots = process.env['SVC_SHOTS']
async function openCode(config: Partial<EditorConfig> = {}) {
  const opened = await openAlone({ document: welcomeEmail(), api: { importHtml }, config, width: 1360 })
  await opened.page.locator('.bar-end button[aria-pressed]').first().click()
  await opened.page.locator('.code-field').waitFor()
  const look = async (name: string) => {
    if (shots !== undefined) await opened.page.screenshot({ path: `${shots}/code-${name}.png` })
  }
  return { ...opened, look }
}

/** Puts other words in the field as typing does. */
const rewrite = async (page: Page, [from, to]: [string, string]) => {
  const field = page.locator('.code-field')
  await field.fill((await field.inputValue()).replaceAll(from, to))
}

describe('in a browser', () => {
  test('a word and a URL are changed in the code, applied, undone; losses are listed first', async () => {
    const { page, document, complaints, fidelity, look } = await openCode()
    const field = page.getByRole('textbox', { name: 'HTML of the email' })
    expect(await page.evaluate(`document.activeElement.className`)).toBe('code-field')
    // Numbers are beside the lines they count: both wrap alike.
    expect(await page.evaluate(`document.querySelector('.code-field').scrollHeight`)).toBe(
      (await page.evaluate(`document.querySelector('.code-lines').offsetHeight`)) as number,
    )
    await rewrite(page, ['aboard', 'ashore'])
    await rewrite(page, ['https://example.com/start', 'https://example.com/go'])
    await page.getByText('Changes not applied yet').waitFor()
    await look('changed')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Change the HTML, then apply it.').waitFor()
    expect(JSON.stringify(await document())).toContain('https://example.com/go')
    await page.keyboard.press('Control+z')
    await until(async () => (await field.inputValue()).includes('Welcome aboard'), 'the words before')
    await page.getByRole('button', { name: 'Redo: Edit HTML' }).click()
    await until(async () => (await field.inputValue()).includes('Welcome ashore'), 'the words again')

    await rewrite(page, ['<div role="article"', '<div data-mine="1" role="article"'])
    await page.getByRole('button', { name: 'Apply' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review before applying' })
    await dialog.getByRole('listitem').first().waitFor()
    await look('review')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Back to the code' }).click()
    expect(await field.inputValue()).toContain('data-mine')

    await field.press('Control+Shift+E')
    const leaving = page.getByRole('dialog', { name: 'Apply your changes?' })
    await look('leaving')
    await leaving.getByRole('button', { name: 'Discard changes' }).click()
    await page.locator('.code').waitFor({ state: 'detached' })
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test.each([
    ['light', 'en'],
    ['dark', 'de'],
    ['dark', 'ar'],
  ] as const)('is accessible: %s, %s', async (theme, locale) => {
    const { page, look } = await openCode({ theme, locale, readOnly: locale === 'de' })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.locator('.code-field').getAttribute('readonly')).toBe(locale === 'de' ? '' : null)
    await look(`${theme}-${locale}`)
    await page.close()
  })
})

test('the HTML that the host gets contains expanded modules', () => {
  const words = { type: 'text', text: '<p>All rights reserved</p>' }
  const { rows } = emailOf([{ type: 'section', columns: [{ type: 'column', blocks: [words] }] }])
  const email = emailOf([{ type: 'module', ref: { id: 'legal', version: 'latest' } }])
  expect(printEmail(email, ({ id }) => (id === 'legal' ? { nodes: rows } : undefined)).html).toContain(
    'All rights reserved',
  )
})
