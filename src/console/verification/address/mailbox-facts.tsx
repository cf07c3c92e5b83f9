import type { VerificationResult } from '../../api/index.ts'
import { words } from '../words.ts'

/** Provider, mail hosts and kind of a mailbox. */
export function MailboxFacts({ result }: { result: VerificationResult }) {
  const { misc, mx, smtp } = result
  const hosts = mx.records.map(({ host }) => host).join(', ')
  const kinds = (['disposable', 'role', 'free', 'relay'] as const)
    .filter((kind) => misc[kind])
    .map((kind) => words.t(`fact.${kind}`))
  const reply = [smtp.code, smtp.enhanced_code].filter((each) => each !== undefined).join(' ')
  const facts: readonly [string, string][] = [
    [words.t('fact.provider'), mx.provider ?? words.t('fact.unknown')],
    [words.t('fact.hosts'), mx.implicit ? words.t('fact.implicit') : hosts || words.t('fact.none')],
    [words.t('fact.reply'), reply || words.t('fact.none')],
    [words.t('fact.catchAll'), printFlag(smtp.is_catch_all)],
    [words.t('fact.kind'), kinds.join(', ') || words.t('fact.ordinary')],
  ]
  return (
    <section class="panel">
      <h3>{words.t('result.facts')}</h3>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function printFlag(value: boolean | null): string {
  return value === null ? words.t('fact.unknown') : words.t(value ? 'yes' : 'no')
}
