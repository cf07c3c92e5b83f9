import type { PolicyReplay } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

/** The sources that a policy affects, with the evidence of their class. */
export function LostSources({ replay: { sources } }: { replay: PolicyReplay }) {
  if (sources.length === 0) return null
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
        {sources.map((each) => (
          <tr key={each.source}>
            <td>{each.source}</td>
            <td>{wordFor('class', each.class)}</td>
            <td class="number">{words.number(each.messages)}</td>
            <td class="number">{words.number(each.lost)}</td>
            <td class="soft">{each.evidence.map(({ detail }) => detail).join(' ')}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
