import { signal } from '@preact/signals'

export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

export const appearance = signal<Appearance>(
  appearances.find((each) => each === document.documentElement.dataset['theme']) ?? 'system',
)

/** A cookie, so that the next page is in this appearance from its first bytes. */
export function chooseAppearance(chosen: Appearance): void {
  appearance.value = chosen
  document.documentElement.dataset['theme'] = chosen
  storePreference('svc_theme', chosen)
}

/** Reloads the page in the language. */
export function chooseLanguage(locale: string): void {
  storePreference('svc_locale', locale)
  location.reload()
}

function storePreference(name: string, value: string): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
}
