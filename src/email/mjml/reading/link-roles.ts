import type { LinkRole } from '../../document/index.ts'
import type { Reading } from './reading.ts'
import type { Element } from '../source/element.ts'

/** Placeholders of ESPs for their own links. */
const roles: readonly [RegExp, LinkRole][] = [
  [/^(?:\[\[UNSUB_LINK(?:_[A-Z]{2})?\]\]|\*\|UNSUB\|\*)$/, 'unsubscribe'],
  [/^(?:\[\[PERMALINK\]\]|\*\|ARCHIVE\|\*)$/, 'view'],
  [/^\*\|UPDATE_PROFILE\|\*$/, 'preferences'],
  [/^\*\|FORWARD\|\*$/, 'forward'],
]

/** Converts links to pages of an ESP to links with a role, whose URL the next ESP provides. */
export function resolveLinkRoles(reading: Reading, element: Element, html: string): string {
  if (!html.includes('[[') && !html.includes('*|')) return html
  return html.replace(/\shref="([^"<>]{1,60})"/g, (attribute, address: string) => {
    const role = roleOf(address)
    if (role === undefined) return attribute
    reading.warn('MJML_LINK_ROLE', `The link to ${address} became the ${role} link of the sending ESP.`, element)
    return ` data-role="${role}"`
  })
}

/** The role of an ESP's placeholder. */
export function roleOf(address: string): LinkRole | undefined {
  return roles.find(([form]) => form.test(address.trim()))?.[1]
}
