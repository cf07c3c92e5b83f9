import { computed, effect } from '@preact/signals'
import { type ContentTexts, loadContentTexts } from '../locale/content/index.ts'
import type { Editor } from '../state/index.ts'

const known = new WeakMap<Editor, ContentTexts>()

/** Keeps the default texts of new blocks in the language of the email; resolves when they are loaded. */
export function followEmailLanguage(editor: Editor): Promise<void> {
  const lang = computed(() => editor.document.value.meta.lang)
  let loading = Promise.resolve()
  effect(() => {
    const wanted = lang.value
    loading = loadContentTexts(wanted).then(
      (texts) => void (lang.peek() === wanted && known.set(editor, texts)),
      // If the chunk fails to load, the texts stay in English.
      () => undefined,
    )
  })
  return loading
}

/** Translates the default texts of a new node into the language of the email. */
export function translateDefaults<Value>(editor: Editor, fresh: Value): Value {
  const texts = known.get(editor)
  return texts === undefined ? fresh : (translated(fresh, texts) as Value)
}

function translated(value: unknown, texts: ContentTexts): unknown {
  if (typeof value === 'string') return Object.hasOwn(texts, value) ? texts[value] : value
  if (Array.isArray(value)) return value.map((item) => translated(item, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, translated(member, texts)]))
}
