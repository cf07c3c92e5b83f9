import { defineRule } from '../../rule.ts'

/** Telephone numbers without a country code. */
export const linkPhoneLocal = defineRule({
  id: 'links.phone-local',
  severity: 'hint',
  why: 'Dialed from abroad or with a foreign SIM card, it fails or reaches another subscriber.',
  remedy: 'Start with + and the country code: tel:+35316790000.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3966#section-5.1.4',
  *check({ page, title }) {
    for (const { href, node } of page.links) {
      // Emergency and service numbers are short and national.
      const digits = /^tel:((?:%20|[\d() .-])+)$/i.exec(href)?.[1]?.replace(/%20|\D/g, '')
      if (digits === undefined || digits.length < 7 || digits.startsWith('00')) continue
      yield { node, message: `${title(node)}: the number ${href.slice(4, 40)} has no country code.` }
    }
  },
})
