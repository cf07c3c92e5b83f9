import { LongTable, type RowProps } from '../../long/index.ts'
import { words } from '../words.ts'
import { type RequestFilter, requestsPath } from './filter.ts'
import type { LoggedRequest } from './resources.ts'

interface RequestTableProps {
  requests: readonly LoggedRequest[]
  hasMore: boolean
  /** Links to an operation or a key narrow it. */
  filter: RequestFilter
}

export function RequestTable({ filter, hasMore, requests }: RequestTableProps) {
  return (
    <LongTable
      label={words.t('tab.requests')}
      columns={[
        words.t('hooks.time'),
        words.t('requests.status'),
        words.t('requests.operation'),
        { number: words.t('requests.duration') },
        words.t('requests.key'),
      ]}
      items={requests}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={textOf}
    >
      {(request, row) => <RequestLine key={row.key} row={row} request={request} filter={filter} />}
    </LongTable>
  )
}

function textOf({ code, key, operation, request_id: id, status }: LoggedRequest): string {
  return [words.number(status, { useGrouping: false }), code, operation, id, key.name, key.id].join(' ')
}

interface RequestLineProps {
  request: LoggedRequest
  filter: RequestFilter
  row: RowProps
}

function RequestLine({ filter, request, row }: RequestLineProps) {
  const { at, code, duration_ms: ms, field, key, method, operation, request_id: id, status } = request
  return (
    <tr {...row}>
      <th scope="row" class="day">
        {words.dateTime(new Date(at))}
        <small class="second-line">
          <code>{id}</code>
        </small>
      </th>
      <td>
        <span class={`badge badge-${status < 400 ? 'succeeded' : 'failed'}`}>{status}</span>
        {code === null ? null : (
          <small class="second-line">
            <a href={`/docs/errors#${code}`}>{code}</a>
            {field === null ? null : <code class="request-field"> {field}</code>}
          </small>
        )}
      </td>
      <td>
        <a class="plain-link" href={requestsPath({ ...filter, operation })}>
          {operation}
        </a>
        <small class="soft second-line">{method}</small>
      </td>
      <td class="number">{words.t('requests.ms', { ms: words.number(Math.round(ms * 10) / 10) })}</td>
      <td>
        <a class="plain-link" href={requestsPath({ ...filter, key_id: key.id })}>
          {key.name ?? words.t('requests.deletedKey')}
        </a>
        <small class="soft second-line">{key.prefix === null ? key.id : `${key.prefix}…`}</small>
      </td>
    </tr>
  )
}
