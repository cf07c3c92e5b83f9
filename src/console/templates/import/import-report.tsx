import type { ImportedEmail } from '../../api/index.ts'
import { Figure, Figures } from '../../parts/index.ts'
import { words } from './words.ts'

interface ImportReportProps {
  report: ImportedEmail['report']
  /** Images of a message that are not shown here. */
  leftOut?: readonly string[] | undefined
}

/** What was kept, as shares, and each part that is not exactly as in the source. */
export function ImportReport({ leftOut = [], report }: ImportReportProps) {
  const { images_kept: images, links_kept: links, native_share: native, source, warnings, words_kept: kept } = report
  const [desktop, phone] = report.displayed?.views ?? []
  return (
    <section class="stack" aria-label={words.t('report')}>
      <p>{words.t('from', { source: nameOf(source) })}</p>
      <Figures>
        <Figure label={words.t('native')} value={percent(native)} note={words.t('nativeNote')} />
        <Figure label={words.t('words')} value={percent(kept)} />
        <Figure label={words.t('links')} value={percent(links)} />
        <Figure label={words.t('images')} value={percent(images)} />
        {desktop === undefined || phone === undefined ? null : (
          <Figure
            label={words.t('looks')}
            value={percent(desktop.likeness)}
            note={words.t('looksNote', { value: wholePercent(phone.likeness) })}
          />
        )}
      </Figures>
      {leftOut.length === 0 ? null : <p>{words.t('leftOut', { count: leftOut.length, names: leftOut.join(', ') })}</p>}
      {desktop === undefined || desktop.differences.length === 0 ? null : (
        <details>
          <summary>{words.t('differs', { count: desktop.differences.length })}</summary>
          <ul class="words">
            {desktop.differences.map(({ height, width, y }) => (
              <li key={y}>
                {words.t('differsAt', {
                  y: words.number(y),
                  width: words.number(width),
                  height: words.number(height),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
      {warnings.length === 0 ? (
        <p class="good">{words.t('noWarnings')}</p>
      ) : (
        <details open={warnings.length < 4}>
          <summary>{words.t('warnings', { count: warnings.length })}</summary>
          <ul class="words">
            {warnings.map(({ code, line, message }, index) => (
              <li key={`${index} ${code}`}>{line === undefined ? message : words.t('line', { line, message })}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Rounded down: 99.9 % must not read as all. */
const wholePercent = (share: number) => words.number(Math.floor(share * 100))
const percent = (share: number) => words.t('percent', { value: wholePercent(share) })

/** The API names editors and providers in lowercase. */
const nameOf = (source: string) => {
  const name = words.wordFor('kind', source)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
