import type { NativeLanguage } from '../../data/index.ts'
import type { EmailDocument } from '../../document/index.ts'
import { type BlockTypes, type Warning, renderEmail } from '../../render/index.ts'

/** The target ESP with its template language. */
export interface MailProvider {
  name: string
  takesAmp: boolean
  /** A language instance for one rendering; `finish` inserts the ESP's own code into the output. */
  language: NativeLanguage & { finish(text: string): string }
  /** Missing required tags; one of each list must be present. */
  missing(html: string): readonly { tags: readonly string[] }[]
}

export interface InProvider {
  name: string
  takesAmp: boolean
  notes: readonly Warning[]
  missing: readonly (readonly string[])[]
}

/** Renders the email for the ESP, to find content that its language cannot express. */
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
