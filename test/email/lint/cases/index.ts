/**
 * For each rule a document that raises it and one that nearly does, by families; a test walks the list of rules and requests
 * a case of each.
 */
import { accessibility } from './accessibility.ts'
import type { Cases } from './case.ts'
import { clientSupport } from './client-support.ts'
import { darkMode } from './dark-mode.ts'
import { data } from './data.ts'
import { inbox } from './inbox.ts'
import { links } from './links.ts'
import { modules } from './modules.ts'
import { outlook } from './outlook.ts'
import { provider } from './provider.ts'
import { security } from './security.ts'
import { size } from './size.ts'

export const cases: Cases = {
  ...size,
  ...accessibility,
  ...links,
  ...darkMode,
  ...outlook,
  ...inbox,
  ...data,
  ...modules,
  ...security,
  ...clientSupport,
  ...provider,
}
