import { type PanelProps, type Target, readAt, writeAt } from './target.ts'

const required = new Set(['title', 'lang', 'width', 'breakpoint'])

/**
 * A part of the document's settings, such as `theme.text` or `body`, as the target of fields; `inherited` gives the
 * defaults.
 */
export function settingsTarget({ editor, words }: PanelProps, target: string, inherited: object = {}): Target {
  const full = (prop: string) => (target === '' ? prop : `${target}.${prop}`)
  return {
    read: (prop) => readAt(editor.document.value, full(prop)),
    inherited: (prop) => readAt(inherited, prop),
    write(label, prop, value, besides = []) {
      const path = full(prop)
      const [top = '', member = ''] = path.split('.')
      const document = editor.document.peek()
      const next = readAt(writeAt(document as never, path, value), `${top}.${member}`)
      editor.change(
        words.t('change.property', { property: label }),
        [...besides, { op: 'settings', props: { [top]: { [member]: next ?? null } } }],
        { key: `settings:${path}` },
      )
    },
    isLocked: () => editor.readOnly.value || editor.textOnly.value,
    isOptional: (prop) => !required.has(prop),
    isMixed: () => false,
    isMobile: () => false,
    isReset: (prop) =>
      target !== 'meta' && !required.has(prop) && readAt(editor.document.value, full(prop)) !== undefined,
  }
}
