/** Languages of the console, English first. */
const languages = ['en', 'ar', 'de', 'es', 'fr']
const themes = ['light', 'dark', 'system'] as const

export interface Preferences {
  locale: string
  theme: (typeof themes)[number]
}

/**
 * Language and theme of a browser, so that the first bytes already have both: chosen in the console, which stores them as
 * cookies, or else those of the browser.
 */
export function readPreferences({ headers }: Request): Preferences {
  const cookies = headers.get('cookie')
  const chosen = valueIn(cookies, 'svc_locale')
  const theme = themes.find((each) => each === valueIn(cookies, 'svc_theme')) ?? 'system'
  const locale = languages.find((each) => each === chosen) ?? accepted(headers.get('accept-language') ?? '')
  return { locale, theme }
}

function valueIn(cookies: string | null, name: string): string | undefined {
  const pair = cookies?.split(/;\s*/).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Browsers list languages by preference, so weights are not read. */
function accepted(header: string): string {
  for (const range of header.slice(0, 200).toLowerCase().split(',')) {
    const language = languages.find((each) => each === range.trim().split(/[-;]/)[0])
    if (language !== undefined) return language
  }
  return 'en'
}
