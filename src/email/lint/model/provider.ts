import type { NativeLanguage } from '../../data/index.ts'
import type { EmailDocument } from '../../document/index.ts'
import { type BlockTypes, type Warning, renderEmail } from '../../render/index.ts'

/** The ESP that an email is for, in its own words. */
export interface MailProvider {
  name: string
  /** True if it takes an AMP part. */
  takesAmp: boolean
  /** A language for one rendering; `finish` puts the system's own code into what was rendered. */
  language: NativeLanguage & { finish(text: string): string }
  /** The required tags that are missing, one of each list. */
  missing(html: string): readonly { tags: readonly string[] }[]
}

export interface InProvider {
  name: string
  takesAmp: boolean
  notes: readonly Warning[]
  missing: readonly (readonly string[])[]
}

/** Renders the email in the words of the system, for what it cannot say. */
export function renderForProvider(
  document: EmailDocument,
  blocks: BlockTypes,
  { language, missing, name, takesAmp }: MailProvider,
): InProvider {
  const { html = '', report } = renderEmail(document, blocks, { target: 'passthrough', language, outputs: ['html'] })
  return {
    name,
    takesAmp,
    notes: report.warnings.filter(({ code }) => code.startsWith('TARGET_')),
    missing: missing(language.finish(html)).map(({ tags }) => tags),
  }
}
