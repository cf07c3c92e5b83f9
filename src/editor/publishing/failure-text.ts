import type { PanelKey, PanelWords } from '../locale/panels/index.ts'

const texts: Readonly<Record<string, PanelKey>> = {
  REVISION_CONFLICT: 'publish.failed.conflict',
  LOCKED: 'publish.failed.locked',
  NETWORK_ERROR: 'publish.failed.offline',
  APPROVAL_REQUIRED: 'publish.failed.approval',
  PERMISSION_DENIED: 'publish.failed.permission',
  SAVE_FAILED: 'publish.failed.unsaved',
}

/** Why publishing failed and what to do, for users. */
export function failureText({ t }: PanelWords, error: unknown): string {
  const { code = '', details, errorType, message } = Object(error) as Partial<Record<string, string>>
  const known = texts[code] ?? (errorType === 'auth' ? 'publish.failed.session' : undefined)
  return known === undefined ? t('publish.failed.other', { reason: details ?? message ?? String(error) }) : t(known)
}
