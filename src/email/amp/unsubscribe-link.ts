import { namesUnsubscribing } from '../lint/index.ts'
import type { PartContent } from './read-part.ts'

/** True if a link of the part leads to unsubscribing, by its text or URL. */
export function hasUnsubscribeLink({ links }: Pick<PartContent, 'links'>): boolean {
  return links.some(({ href, text }) => namesUnsubscribing(href) || namesUnsubscribing(text))
}
