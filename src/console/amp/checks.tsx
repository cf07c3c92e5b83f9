import type { AmpCheck } from '../api/index.ts'
import { wordFor } from './texts.ts'

const tones: Readonly<Record<string, string>> = { pass: 'good', warn: 'warn', fail: 'bad' }

export function Checks({ checks }: { checks: readonly AmpCheck[] }) {
  return (
    <ul class="words">
      {checks.map(({ fix, gmail_reason: reason, id, message, state }) => (
        <li key={id}>
          <b class={tones[state] ?? 'soft'}>{wordFor('check', state)}</b> {message}{' '}
          {fix === undefined ? null : <span class="soft">{fix}</span>}{' '}
          {reason === undefined ? null : <span class="soft">Gmail: {reason}</span>}
        </li>
      ))}
    </ul>
  )
}
