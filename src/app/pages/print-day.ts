import { html } from './html.ts'

/** A day in UTC, with the time for machines. `at` is Unix milliseconds. */
export function printDay(at: number) {
  const day = new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return html`<time datetime="${new Date(at).toISOString()}">${day}</time>`
}
