import { platformOf } from '../../ui/keys.ts'
import { Button } from '../../ui/controls/index.ts'
import { Icon, warningIcon } from '../../ui/icons/index.ts'
import { SurroundingsProvider } from '../../ui/locale/index.ts'
import { NotEmbedded, OpeningFailed } from '../bridge/index.ts'
import type { EditorWords, TextKey } from '../locale/index.ts'

/** Explains why the email is not shown, with a button to try again if the host page can. */
export function FailurePage({ error, words }: { error: unknown; words: EditorWords }) {
  const { failure, retry } = error instanceof OpeningFailed ? error : { failure: error, retry: undefined }
  const { code } = Object(failure) as { code?: string }
  const explanation = explanationOf(failure, retry !== undefined)
  return (
    <SurroundingsProvider value={{ words: words.kit, platform: platformOf(navigator) }}>
      <main class="app-failed" dir={words.dir} lang={words.locale}>
        <Icon d={warningIcon} size={20} />
        <div role="alert">
          <h1>{words.t(error instanceof NotEmbedded ? 'app.title' : 'app.failed')}</h1>
          {explanation === undefined ? null : <p>{words.t(explanation)}</p>}
        </div>
        {code === undefined ? null : <p class="app-failed-code">{code}</p>}
        {retry === undefined ? null : (
          <Button variant="primary" onClick={retry}>
            {words.t('app.retry')}
          </Button>
        )}
      </main>
    </SurroundingsProvider>
  )
}

function explanationOf(failure: unknown, mayRetry: boolean): TextKey | undefined {
  if (failure instanceof NotEmbedded) return 'app.notEmbedded'
  const { code, errorType } = Object(failure) as { code?: string; errorType?: string }
  if (code === 'PERMISSION_DENIED' || code === 'TEMPLATE_NOT_FOUND') return 'app.noAccess'
  if (code === 'SESSION_EXPIRED') return 'app.sessionEnded'
  // Without the SDK, the URL of the frame holds the token.
  if (code === 'PLUGIN_AUTH_INVALID' && !mayRetry) return 'app.linkBroken'
  if (errorType === 'auth') return 'app.signIn'
  return errorType === 'network' || errorType === 'server' ? 'app.unreachable' : undefined
}
