import { Button } from '../../../ui/controls/index.ts'
import type { DmarcAlert, DmarcAlertTest } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { wordFor, words } from '../texts.ts'

interface AlertPanelProps {
  alert: DmarcAlert
  path: string
  onChange: () => void
}

export function AlertPanel({ alert, onChange, path }: AlertPanelProps) {
  const { api, report, toaster } = useConsole()
  const { channels, name, next_digest_at: digestAt, triggers } = alert
  const test = async () => {
    try {
      const { results } = await api.value.post<DmarcAlertTest>(`${path}/test`)
      const failures = results.filter(({ status }) => status === 'failed')
      const counts = { sent: results.length - failures.length, failed: failures.length }
      const text = words.t('tested', { ...counts, reason: failures[0]?.reason ?? '' })
      toaster.show(text, { tone: failures.length === 0 ? 'done' : 'problem' })
      onChange()
    } catch (error) {
      report(error)
    }
  }
  const remove = async () => {
    try {
      await api.value.remove(path)
      toaster.show(words.t('deleted'))
      onChange()
    } catch (error) {
      report(error)
    }
  }
  return (
    <section class="panel" aria-label={name}>
      <div class="panel-head">
        <h3>{name}</h3>
        <span class="row">
          <Button onClick={() => void test()}>{words.t('test')}</Button>
          <Button variant="danger" onClick={() => void remove()}>
            {words.t('delete')}
          </Button>
        </span>
      </div>
      <p class="words">{triggers.map((trigger) => wordFor('trigger', trigger)).join(' · ')}</p>
      <ul class="soft words">
        {channels.map(({ host, last_message: last, to, type }, index) => (
          <li key={index}>
            {wordFor('channel', type)} {to?.join(', ') ?? host}
            {last === null ? '' : ` · ${last.status}`}
          </li>
        ))}
        {digestAt === null ? null : <li>{words.t('digestNext', { time: words.dateTime(new Date(digestAt)) })}</li>}
      </ul>
    </section>
  )
}
