import { describe, expect, test } from 'bun:test'
import { addedBlock, insertNode, followEmailLanguage } from '../../src/editor/actions/index.ts'
import { initialDocumentOf } from '../../src/editor/boot/open.tsx'
import type { ApiDocument } from '../../src/editor/bridge/index.ts'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { until } from '../support/until.ts'
import { emailOf, welcomeEmail } from './page/emails.ts'
import { headless } from './page/headless.ts'

const emailIn = (lang: string) => emailOf([], { meta: { title: 'Test', lang } })

describe('the words of new blocks', () => {
  test('are in the language of the email, and follow it', async () => {
    const editor = await headless(emailIn('de-AT'))
    await followEmailLanguage(editor)
    await until(() => addedBlock(editor, 'button')['label'] === 'Mehr erfahren', 'Mehr erfahren')
    expect(addedBlock(editor, 'countdown')).toMatchObject({ labels: { days: 'Tage', hours: 'Stunden' } })
    editor.change('Test', [{ op: 'settings', props: { meta: { lang: 'ja' } } }])
    await until(() => addedBlock(editor, 'button')['label'] === '詳しく見る', '詳しく見る')
    editor.change('Test', [{ op: 'settings', props: { meta: { lang: 'nl' } } }])
    await until(() => addedBlock(editor, 'button')['label'] === 'Learn more', 'Learn more')
  })

  test('keep values that block types need', async () => {
    const editor = await headless(emailIn('ar'))
    await followEmailLanguage(editor)
    await until(() => addedBlock(editor, 'form')['submitLabel'] === 'إرسال', 'إرسال')
    for (const type of blockTypes.keys()) insertNode(editor, addedBlock(editor, type))
    expect(editor.problem.peek()).toBeUndefined()
    const kept: unknown = JSON.parse(JSON.stringify(editor.document.peek()))
    expect(readDocument(kept, blockTypes)).not.toHaveProperty('issues')
  })
})

describe('an email that was never saved', () => {
  const opened = (document = emailIn('en'), revision = 0) => ({ document, revision }) as ApiDocument

  test('starts in the language of the editor, which the first save contains', () => {
    const { document, ahead } = initialDocumentOf(opened(), { locale: 'pt-BR' })
    expect(document.meta.lang).toBe('pt-BR')
    expect(ahead).toEqual([{ op: 'settings', props: { meta: { lang: 'pt-BR' } } }])
  })

  test('is unchanged if it has content, was saved, or the editor is in English', () => {
    for (const [given, locale] of [
      [opened(welcomeEmail()), 'de'],
      [opened(emailIn('en'), 1), 'de'],
      [opened(), 'en-GB'],
      [opened(), 'tlh'],
      [opened(), 'de-'],
    ] as const)
      expect(initialDocumentOf(given, { locale })).toEqual({ document: given.document, ahead: [] })
  })
})
