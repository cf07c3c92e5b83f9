import type { ComponentChildren } from 'preact'
import { EmptyState } from '../../../ui/controls/index.ts'
import { mailIcon } from '../../../ui/icons/index.ts'
import type { DmarcAnalytics, DmarcDomain, DmarcTimeline } from '../../api/index.ts'
import { DayBars } from '../../charts/day-bars.tsx'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvDownload, Figure, Figures, Loaded } from '../../parts/index.ts'
import { Advice } from '../policy/advice.tsx'
import { printRate, words } from '../texts.ts'
import { RangeSelect, useRange } from '../range.tsx'
import { Reporters } from './reporters.tsx'

/** How much was sent, how much of it passed, and what to do next. */
export function DomainOverview({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const { api } = useConsole()
  const days = useRange()
  const latest = useLatest(
    (signal) => {
      const options = { query: { days }, signal }
      return Promise.all([
        api.value.get<DmarcAnalytics>(`/dmarc/domains/${id}/analytics`, options),
        api.value.get<DmarcTimeline>(`/dmarc/domains/${id}/timeline`, options),
      ])
    },
    [id, days],
  )
  return (
    <>
      <div class="panel-head">
        <h2>{words.t('overTime')}</h2>
        <RangeSelect />
      </div>
      <Loaded from={latest}>
        {([figures, timeline]) =>
          figures.messages === 0 && figures.tls.sessions === 0 ? (
            <EmptyState icon={mailIcon} title={words.t('noMail')} text={words.t('noMailText')}>
              <a href={`/domains/${id}/reports`}>{words.t('upload')}</a>
            </EmptyState>
          ) : (
            <>
              <MailFigures figures={figures} />
              <MailChart figures={figures} timeline={timeline}>
                <CsvDownload
                  path={`/dmarc/domains/${id}/timeline`}
                  query={{ days }}
                  name={`${domain}-timeline`}
                  label={words.t('csv')}
                />
              </MailChart>
              <Advice advice={figures.advice} policyUrl={`/domains/${id}/policy`} />
              <Reporters figures={figures} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function MailFigures({ figures }: { figures: DmarcAnalytics }) {
  const { dkim_aligned: dkim, messages, previous, spf_aligned: spf } = figures
  const share = (part: number) => words.t('ofMessages', { rate: printRate(messages === 0 ? null : part / messages) })
  const before =
    previous.compliance_rate === null
      ? words.t('noMailBefore')
      : words.t('before', { rate: printRate(previous.compliance_rate) })
  return (
    <Figures>
      <Figure label={words.t('messages')} value={words.number(messages)} />
      <Figure label={words.t('compliance')} value={printRate(figures.compliance_rate)} note={before} />
      <Figure label={words.t('dkim')} value={words.number(dkim)} note={share(dkim)} />
      <Figure label={words.t('spf')} value={words.number(spf)} note={share(spf)} />
    </Figures>
  )
}

interface MailChartProps {
  figures: DmarcAnalytics
  timeline: DmarcTimeline
  /** Below the chart. */
  children: ComponentChildren
}

function MailChart({ children, figures, timeline }: MailChartProps) {
  const { compliant, messages } = figures
  return (
    <section class="panel">
      <DayBars
        label={words.t('overTime')}
        words={words}
        texts={{ day: words.t('day'), table: words.t('table') }}
        series={[
          { label: words.t('compliant'), tone: 'good', total: compliant },
          { label: words.t('failing'), tone: 'bad', total: messages - compliant },
        ]}
        days={timeline.points.map((point) => ({
          day: point.day,
          values: [point.compliant, point.messages - point.compliant],
        }))}
      />
      <div class="row">{children}</div>
    </section>
  )
}
