import type { Provider } from './provider.ts'

/** Constructs that a system copies without reading them. */
const raw: Readonly<Record<string, readonly [open: string, close: string]>> = {
  liquid: ['{% raw %}', '{% endraw %}'],
  jinja: ['{% raw %}', '{% endraw %}'],
}

/**
 * An AMP part whose mustache, which mail programs fill in, the ESP leaves alone; undefined where it would read it
 * as its own. To be called before the system's own tags are put in.
 */
export function guardMustache(amp: string, { family, field, id }: Provider): string | undefined {
  if (!/\{\{/.test(amp) || !field.startsWith('{{')) return amp
  // Django, which Klaviyo runs, has another word for it.
  const [open, close] = id === 'klaviyo' ? ['{% verbatim %}', '{% endverbatim %}'] : (raw[family] ?? [])
  return open === undefined ? undefined : amp.replace(/\{\{[^{}]*\}\}/g, (tag) => `${open}${tag}${close}`)
}
