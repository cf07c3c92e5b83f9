import type { BlacklistCheck } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { Table, useCall } from '../../parts/index.ts'
import { ToolForm } from '../tool-form.tsx'
import { words } from '../words.ts'

/** Block lists of a domain or an IP address. */
export function BlockListsPage() {
  const { api } = useConsole()
  const call = useCall<BlacklistCheck>()
  return (
    <>
      <ToolForm
        label={words.t('blockLists.target')}
        intro={words.t('blockLists.intro')}
        placeholder="example.com"
        isBusy={call.isBusy}
        onCheck={(target) =>
          call.run((signal) => api.value.post<BlacklistCheck>('/tools/blacklist-check', bodyOf(target), { signal }))
        }
      />
      <div aria-live="polite" aria-busy={call.isBusy}>
        {call.result === undefined ? null : <Listings check={call.result} />}
      </div>
    </>
  )
}

// Only IP addresses have a colon, or end in a number.
function bodyOf(target: string): { ip: string } | { domain: string } {
  return target.includes(':') || /\d$/.test(target) ? { ip: target } : { domain: target }
}

function Listings({ check }: { check: BlacklistCheck }) {
  const { checked, credits_used: credits, errors, hits, listed, listed_count: count, target } = check
  const title =
    checked === 0
      ? words.t('blockLists.none')
      : listed
        ? words.t('blockLists.listed', { target, count })
        : words.t('blockLists.clean', { target })
  return (
    <section class="panel">
      <h2>{title}</h2>
      <p class="soft">
        {words.t('blockLists.checked', { count: checked })}{' '}
        {errors.length === 0 ? null : words.t('blockLists.silent', { count: errors.length })}{' '}
        {words.t('result.credits', { count: credits })}.
      </p>
      {hits.length === 0 ? null : <Hits hits={hits} />}
    </section>
  )
}

function Hits({ hits }: Pick<BlacklistCheck, 'hits'>) {
  return (
    <Table
      label={words.t('tab.blockLists')}
      columns={(['list', 'subject', 'severity', 'meaning'] as const).map((column) => words.t(`blockLists.${column}`))}
    >
      {hits.map((hit) => (
        <tr class="listing" key={`${hit.zone} ${hit.subject} ${hit.code}`}>
          <th scope="row">{hit.name}</th>
          <td>{hit.subject}</td>
          <td>{words.wordFor('severity', hit.severity)}</td>
          <td>
            {(hit.codes ?? [hit]).map(({ meaning }) => meaning).join(', ')} {(hit.reasons ?? [hit.reason]).join(' ')}{' '}
            {hit.delist_url === undefined ? null : (
              <a href={hit.delist_url} target="_blank" rel="noreferrer">
                {words.t('blockLists.delist')}
              </a>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
