import { cleanFix } from '../../fix/html.ts'
import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const cssImport = defineRule({
  id: 'security.css-import',
  severity: 'error',
  why: 'The owner of the other style sheet can change the email after it was sent; most mail clients ignore it or drop all styles.',
  remedy: 'Copy the rules into the style sheet; declare web fonts in the theme. Saving also removes the import.',
  doc: 'https://www.caniemail.com/features/css-at-import/',
  *check({ document, options, page, sheet, title }) {
    if (sheet?.statements.some(isImport) === true) {
      const css = options.cleanCss?.(document.head?.css ?? '')
      const fix = css === undefined ? undefined : settingsFix('Remove it', { head: { css } })
      yield { prop: 'head.css', message: 'The style sheet imports another style sheet.', fix }
    }
    for (const { node, sheet: own } of page.authoredSheets) {
      if (own.statements.some(isImport))
        yield {
          node,
          prop: 'html',
          message: `${title(node)}: a style sheet imports another style sheet.`,
          fix: cleanFix(node, options),
        }
    }
  },
})

function isImport(statement: string): boolean {
  return /^@import\b/i.test(statement)
}
