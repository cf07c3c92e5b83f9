import type { Warning } from '../../../../src/email/render/index.ts'
import { button, email, footer, heading, section, words } from '../email.ts'
import type { Case, Cases } from './case.ts'

const use = { id: 'use', type: 'module', ref: { id: 'mod_header', version: 'latest' } }
const content = section('s', heading, words, button, footer)

const about = (code: Warning['code'], message: string): Case => ({
  raises: email({ rows: [use, content] }),
  // The same findings in an email from which the instance has gone.
  clean: email(),
  options: { findings: [{ code, message, node_id: 'use' }] },
  says: message,
  node: 'use',
})

export const modules: Cases = {
  'modules.missing': {
    ...about('MODULE_NOT_FOUND', 'Module mod_header does not exist; nothing was rendered for it.'),
    fix: true,
  },
  'modules.left-out': {
    ...about('MODULE_TOO_DEEP', 'Modules nest at most 5 levels deep; mod_header was not rendered.'),
    fix: false,
  },
  'modules.unused-content': {
    ...about('MODULE_SLOT_UNUSED', 'Module mod_header has no matching slot for slogan.'),
    fix: false,
  },
}
