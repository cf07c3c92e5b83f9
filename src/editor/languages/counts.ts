import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Locale,
  type TranslationState,
  translationStatus,
} from '../../email/document/index.ts'
import { languagesOf } from './showing.ts'

export interface Counts {
  count: number
  missing: number
  outdated: number
}

export function countStates(states: readonly TranslationState[]): Counts {
  const inState = (wanted: TranslationState) => states.filter((state) => state === wanted).length
  return { count: states.length, missing: inState('missing'), outdated: inState('outdated') }
}

/** What is missing and out of date in each language that lacks something. */
export function lackingLanguages(document: EmailDocument): (Counts & { language: Locale })[] {
  return languagesOf(document).flatMap((language) => {
    const texts = translationStatus(document, language, blockTypes) ?? []
    const counts = countStates(texts.map(({ state }) => state))
    return counts.missing + counts.outdated === 0 ? [] : [{ language, ...counts }]
  })
}
