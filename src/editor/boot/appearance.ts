import { applyTheme } from '../../ui/theme/index.ts'
import type { EditorApi, EditorConfig } from '../bridge/index.ts'

/** Shows language, direction, theme and brand color on the page. */
export function showStyle(
  { locale, dir }: { locale: string; dir: string },
  { theme, customization }: Pick<EditorConfig, 'theme' | 'customization'>,
): void {
  const page = document.documentElement
  page.lang = locale
  page.dir = dir
  applyTheme(page, theme, customization.primaryColor)
}

let custom: CSSStyleSheet | undefined
let wantedCss: string | undefined

/** Replaces the style sheet of the host page by another one, which the service sanitizes; undefined removes it. */
export async function showCustomCss(api: Pick<EditorApi, 'cleanCss'>, given: string | undefined): Promise<void> {
  wantedCss = given
  const css = given === undefined ? '' : `@layer custom {${(await api.cleanCss(given)).css}}`
  // A later call replaces this one, however long each takes.
  if (wantedCss !== given) return
  if (custom === undefined) {
    custom = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, custom]
  }
  custom.replaceSync(css)
}
