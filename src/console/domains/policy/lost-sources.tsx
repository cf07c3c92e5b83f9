import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { PolicyReplay } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

/** The heaviest sources, which a person reads; the others on request. */
const shown = 20

/** The sources that a policy affects, with the evidence of their class. */
export function LostSources({ replay: { sources } }: { replay: PolicyReplay }) {
  const isWhole = useSignal(false)
  if (sources.length === 0) return null
  const rows = isWhole.value ? sources : sources.slice(0, shown)
  return (
    <section class="panel">
      <h2>{words.t('tab.sources')}</h2>
      <Table
        label={words.t('evidence')}
        columns={[
          words.t('source'),
          words.t('class'),
          { number: words.t('messages') },
          { number: words.t('lost') },
          words.t('evidence'),
        ]}
      >
        {rows.map((each) => (
          <tr key={each.source}>
            <td class="source-name">{each.source}</td>
            <td class="source-class">{wordFor('class', each.class)}</td>
            <td class="number">{words.number(each.messages)}</td>
            <td class="number">{words.number(each.lost)}</td>
            <td class="soft">{each.evidence.map(({ detail }) => detail).join(' ')}</td>
          </tr>
        ))}
      </Table>
      {rows.length === sources.length ? null : (
        <Button onClick={() => (isWhole.value = true)}>{words.t('allSources', { count: sources.length })}</Button>
      )}
    </section>
  )
}
