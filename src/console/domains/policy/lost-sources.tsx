import type { PolicyReplay } from '../../api/index.ts'
import { wordFor, words } from '../texts.ts'

/** The sources that a policy affects, with the evidence of their class. */
export function LostSources({ replay: { sources } }: { replay: PolicyReplay }) {
  if (sources.length === 0) return null
  return (
    <section class="panel">
      <h2>{words.t('tab.sources')}</h2>
      <div class="table-box" tabIndex={0} role="region" aria-label={words.t('evidence')}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{words.t('source')}</th>
              <th scope="col">{words.t('class')}</th>
              <th scope="col" class="number">
                {words.t('messages')}
              </th>
              <th scope="col" class="number">
                {words.t('lost')}
              </th>
              <th scope="col">{words.t('evidence')}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((each) => (
              <tr key={each.source}>
                <td>{each.source}</td>
                <td>{wordFor('class', each.class)}</td>
                <td class="number">{words.number(each.messages)}</td>
                <td class="number">{words.number(each.lost)}</td>
                <td class="soft">{each.evidence.map(({ detail }) => detail).join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
