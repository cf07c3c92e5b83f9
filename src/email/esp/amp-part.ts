import type { Provider } from './provider.ts'

/** Constructs whose content an ESP copies without parsing it. */
const raw: Readonly<Record<string, readonly [open: string, close: string]>> = {
  liquid: ['{% raw %}', '{% endraw %}'],
  jinja: ['{% raw %}', '{% endraw %}'],
}

/**
 * Escapes the mustache of an AMP part, which mail clients fill in, for the ESP; undefined if the ESP would parse it as its
 * own tags. Must be called before the ESP's own tags are inserted.
 */
export function guardMustache(amp: string, { family, field, id }: Provider): string | undefined {
  if (!/\{\{/.test(amp) || !field.startsWith('{{')) return amp
  // Django, which Klaviyo uses, has a different keyword.
  const [open, close] = id === 'klaviyo' ? ['{% verbatim %}', '{% endverbatim %}'] : (raw[family] ?? [])
  return open === undefined ? undefined : amp.replace(/\{\{[^{}]*\}\}/g, (tag) => `${open}${tag}${close}`)
}
