import { words } from './words.ts'

/** Date and time of an instant of the API. */
export function printTime(instant: string): string {
  return words.dateTime(new Date(instant))
}
